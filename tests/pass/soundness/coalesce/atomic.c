// An atomic access stands between two others.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, int *count) {
  numbers[0] = 1;
  __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
  numbers[1] = 2;
}

int main(void) {
  put(hide_pointer(malloc(16)), hide_pointer(calloc(1, 4)));
  return 0;
}
