// The callee throws before it accesses.
//@ levels: O2
//@ kills-mutants: interprocedural/exception
#include "hide.h"

static NOINLINE void put(long *numbers, long early) {
  if (early)
    throw early;
  numbers[1] = 7;
}

static NOINLINE long both(long early) {
#ifdef FIXED
  volatile long numbers[2] = {3};
#else
  volatile long numbers[1] = {3};
#endif
  try {
    put((long *)numbers, early);
  } catch (long) {
  }
  return numbers[1]; //~ ERROR stack-buffer-overflow
}

int main() { return both(hide(1)) == 77; }
