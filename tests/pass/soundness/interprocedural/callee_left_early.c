// The callee accesses on every path.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, long early) {
  if (early)
    numbers[1] = 5;
  else
    numbers[1] = 7;
}

static NOINLINE void both(long *numbers, long early) {
  put(numbers, early);
  numbers[1] += 5;
}

int main(void) {
  both(hide_pointer(calloc(2, sizeof(long))), hide(0));
  both(hide_pointer(calloc(hide(2), sizeof(long))), hide(1));
  return 0;
}
