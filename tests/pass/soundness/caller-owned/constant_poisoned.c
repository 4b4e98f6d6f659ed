// The module poisons a part of a constant table by hand, and reads another one.
//@ levels: O2
#include "hide.h"
#include <sanitizer/asan_interface.h>

static const int table[8] = {1, 2, 3}, other[8] = {4, 5, 6};

static NOINLINE int at(const int *numbers, unsigned long which) {
  return numbers[which & 7];
}

int main(void) {
  int sum = at(other, hide(1));
  __asan_poison_memory_region(table, 16);
  sum += at(table, hide(4));
  __asan_unpoison_memory_region(table, 16);
  return sum == 77;
}
