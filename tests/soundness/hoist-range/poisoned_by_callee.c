// What the loop calls poisons a number that comes later.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

void __asan_poison_memory_region(const volatile void *, unsigned long);
void __asan_unpoison_memory_region(const volatile void *, unsigned long);

static long *numbers;

static NOINLINE void step(long i) {
  if (i == 4)
#ifdef FIXED
    __asan_poison_memory_region(numbers + 3, sizeof(long));
#else
    __asan_poison_memory_region(numbers + 7, sizeof(long));
#endif
}

static NOINLINE long all(const long *from, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += from[i]; //~ ERROR use-after-poison
    step(i);
  }
  return sum;
}

int main(void) {
  numbers = hide_pointer(calloc(100, sizeof *numbers));
  long sum = all(numbers, hide(100));
  __asan_unpoison_memory_region(numbers, 100 * sizeof(long));
  free(numbers);
  return sum != 0;
}
