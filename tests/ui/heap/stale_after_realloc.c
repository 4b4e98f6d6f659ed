// The pointer from before realloc is used.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *before = hide_pointer(malloc(16));
  before[0] = 1;
  char *after = hide_pointer(realloc(before, 100000));
#ifdef FIXED
  ((volatile char *)after)[0] = 2;
#else
  ((volatile char *)before)[0] = 2; //~ ERROR heap-use-after-free
#endif
  free(after);
  return 0;
}
