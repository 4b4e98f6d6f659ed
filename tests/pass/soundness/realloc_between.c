// The new pointer is used after realloc.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int grow(char *bytes) {
  int sum = ((volatile char *)bytes)[3];
  char *larger = realloc(bytes, hide(100000));
  touch(larger);
  sum += ((volatile char *)larger)[3];
  free(larger);
  return sum;
}

int main(void) {
  return grow(hide_pointer(calloc(10, 1))) & 0;
}
