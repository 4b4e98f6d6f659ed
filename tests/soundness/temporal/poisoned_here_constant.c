// The module poisons its own array by hand, and reads it at a constant place.
//@ levels: O2
//@ kills-mutants: temporal/poisoned-by-hand
#include "hide.h"
#include <sanitizer/asan_interface.h>

static NOINLINE int at(void) {
  volatile int numbers[8] = {1};
  __asan_poison_memory_region((void *)numbers, 16);
#ifdef FIXED
  int sum = numbers[4];
#else
  int sum = numbers[1]; //~ ERROR use-after-poison
#endif
  __asan_unpoison_memory_region((void *)numbers, 32);
  return sum;
}

int main(void) { return at() == 77; }
