// The old pointer is used after realloc.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void grow(char *bytes, long size) {
  char before = bytes[3];
  char *other = realloc(bytes, size);
  touch(other);
#ifdef FIXED
  other[3] = before;
#else
  bytes[3] = before; //~ ERROR heap-use-after-free
#endif
  touch(other);
  free(other);
}

int main(void) {
  grow(hide_pointer(calloc(10, 1)), hide(100000));
  return 0;
}
