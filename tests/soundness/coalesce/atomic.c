// An atomic access between two others goes wrong, before the second does.
//@ levels: O2
//@ kills-mutants: coalesce/atomic
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, int *count) {
  numbers[0] = 1;
  __atomic_fetch_add(count, 1, __ATOMIC_RELAXED); //~ ERROR heap-buffer-overflow
  numbers[1] = 2;
}

int main(void) {
#ifdef FIXED
  put(hide_pointer(malloc(16)), hide_pointer(calloc(1, 4)));
#else
  put(hide_pointer(malloc(8)), hide_pointer(malloc(2)));
#endif
  return 0;
}
