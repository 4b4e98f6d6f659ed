// The pointer from realloc is used.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *before = hide_pointer(malloc(16));
  before[0] = 1;
  char *after = hide_pointer(realloc(before, 100000));
  ((volatile char *)after)[0] = 2;
  free(after);
  return 0;
}
