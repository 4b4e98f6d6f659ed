// The module poisons one of its constant tables by hand, which it passes.
//@ levels: O2
//@ kills-mutants: caller-owned/poisoned-by-hand
#include "hide.h"
#include <sanitizer/asan_interface.h>

static const int table[8] = {1, 2, 3}, other[8] = {4, 5, 6};

static NOINLINE int at(const int *numbers, unsigned long which) {
  return numbers[which & 7]; //~ ERROR use-after-poison
}

int main(void) {
  int sum = at(other, hide(1));
  __asan_poison_memory_region(table, 16);
#ifdef FIXED
  sum += at(table, hide(4));
#else
  sum += at(table, hide(1));
#endif
  __asan_unpoison_memory_region(table, 16);
  return sum == 77;
}
