// Numbers of eight bytes, four bytes apart: the last one does not fit.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ kills-mutants: hoist-range/width
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE long all(const char *bytes, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    long number;
    memcpy(&number, bytes + 4 * i, 8); //~ ERROR heap-buffer-overflow
    sum += number;
  }
  return sum;
}

int main(void) {
  char *bytes = hide_pointer(calloc(400, 1));
#ifdef FIXED
  return all(bytes, hide(99)) != 0;
#else
  return all(bytes, hide(100)) != 0;
#endif
}
