// The new pointer is used after realloc.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void grow(char *bytes, long size) {
  char before = bytes[3];
  char *other = realloc(bytes, size);
  touch(other);
  other[3] = before;
  touch(other);
  free(other);
}

int main(void) {
  grow(hide_pointer(calloc(10, 1)), hide(100000));
  return 0;
}
