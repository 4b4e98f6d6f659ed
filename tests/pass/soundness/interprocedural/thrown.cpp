// The callee throws before it accesses.
//@ levels: O2
#include "hide.h"

static NOINLINE void put(long *numbers, long early) {
  if (early)
    throw early;
  numbers[1] = 7;
}

static NOINLINE long both(long early) {
  volatile long numbers[2] = {3};
  try {
    put((long *)numbers, early);
  } catch (long) {
  }
  return numbers[1];
}

int main() { return both(hide(1)) == 77; }
