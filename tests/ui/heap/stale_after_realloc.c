// The pointer from before realloc is used.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *before = hide_pointer(malloc(16));
  before[0] = 1;
  char *after = hide_pointer(realloc(before, 100000));
  ((volatile char *)before)[0] = 2; //~ ERROR heap-use-after-free
  free(after);
  return 0;
}
