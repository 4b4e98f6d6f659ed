// A function of the module poisons by hand what another function of the module hands to it.
//@ levels: O2
#include "hide.h"
#include <sanitizer/asan_interface.h>

static NOINLINE void put_away(int *numbers) { __asan_poison_memory_region(numbers, 16); }

static NOINLINE int at(const int *numbers, unsigned long which) {
  return numbers[which & 7]; //~ ERROR use-after-poison
}

int main(void) {
  int used[8] = {1, 2, 3}, put[8] = {4, 5, 6};
  int sum = at(used, hide(1));
  put_away(put);
#ifdef FIXED
  sum += at(put, hide(4));
#else
  sum += at(put, hide(1));
#endif
  __asan_unpoison_memory_region(put, 32);
  return sum == 77;
}
