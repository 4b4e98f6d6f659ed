// The callee returns on one path before it accesses.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, long early) {
  if (early)
    return;
  numbers[1] = 7;
}

static NOINLINE void both(long *numbers, long early) {
  put(numbers, early);
  numbers[1] += 5; //~ ERROR heap-buffer-overflow
}

int main(void) {
  both(hide_pointer(calloc(2, sizeof(long))), hide(0));
  both(hide_pointer(calloc(hide(1), sizeof(long))), hide(1));
  return 0;
}
