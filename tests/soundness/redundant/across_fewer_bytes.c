// The caller has accessed four bytes, the callee accesses eight.
//@ levels: O2
//@ kills-mutants: redundant/bytes-of-others redundant/every-byte
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number) {
  *number = 7; //~ ERROR heap-buffer-overflow
}

static NOINLINE void both(int *number) {
  number[0] = 5;
  put((long *)number);
}

int main(void) {
  both(hide_pointer(malloc(hide(4))));
  return 0;
}
