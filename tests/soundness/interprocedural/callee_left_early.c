// The callee returns on one path before it accesses.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, long early) {
  if (early)
#ifdef FIXED
    numbers[1] = 5;
  else
#else
    return;
#endif
  numbers[1] = 7;
}

static NOINLINE void both(long *numbers, long early) {
  put(numbers, early);
  numbers[1] += 5; //~ ERROR heap-buffer-overflow
}

int main(void) {
  both(hide_pointer(calloc(2, sizeof(long))), hide(0));
#ifdef FIXED
  both(hide_pointer(calloc(hide(2), sizeof(long))), hide(1));
#else
  both(hide_pointer(calloc(hide(1), sizeof(long))), hide(1));
#endif
  return 0;
}
