// The caller has accessed four bytes, the callee accesses eight.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ kills-mutants: redundant/bytes-of-others redundant/every-byte
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number) {
  *number = 7; //~ ERROR heap-buffer-overflow
}

static NOINLINE void both(int *number) {
  number[0] = 5;
#ifdef FIXED
  number[1] = 6;
#endif
  put((long *)number);
}

int main(void) {
#ifdef FIXED
  both(hide_pointer(malloc(hide(8))));
#else
  both(hide_pointer(malloc(hide(4))));
#endif
  return 0;
}
