// The byte was addressable before realloc made the chunk smaller.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int shrink(char *bytes) {
  int sum = bytes[40];
#ifdef FIXED
  bytes = realloc(bytes, hide(41));
#else
  bytes = realloc(bytes, hide(20));
#endif
  sum += bytes[40]; //~ ERROR heap-buffer-overflow
  free(bytes);
  return sum;
}

int main(void) {
  return shrink(hide_pointer(calloc(60, 1))) != 0;
}
