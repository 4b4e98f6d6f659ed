// A callee poisons by hand what was accessed before.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

void __asan_poison_memory_region(void const volatile *start, unsigned long size);

static NOINLINE void close(int *numbers, long really) {
  if (really)
    __asan_poison_memory_region(numbers, 8);
}

static NOINLINE int both(int *numbers, long really) {
  int sum = numbers[0];
  close(numbers, really);
#ifdef FIXED
  if (really == 0)
#else
  if (really >= 0)
#endif
    sum += numbers[0]; //~ ERROR use-after-poison
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(2, sizeof *numbers));
#ifdef FIXED
  int sum = both(numbers, hide(0)) + both(numbers, hide(-1));
#else
  int sum = both(numbers, hide(0)) + both(numbers, hide(1));
#endif
  free(numbers);
  return sum;
}
