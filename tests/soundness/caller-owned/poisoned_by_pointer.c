// The module poisons by hand through a pointer to the function that poisons, and a pointer to the object that lies in memory.
//@ levels: O2
#include "hide.h"
#include <sanitizer/asan_interface.h>

static struct {
  void (*act)(void const volatile *, __SIZE_TYPE__);
  int *numbers;
} later = {__asan_poison_memory_region, 0};

static NOINLINE int at(const int *numbers, unsigned long which) {
  return numbers[which & 7]; //~ ERROR use-after-poison
}

int main(void) {
  int put[8] = {4, 5, 6};
  later.numbers = put;
  int sum = at(put, hide(1));
  later.act(later.numbers, 16);
#ifdef FIXED
  sum += at(put, hide(4));
#else
  sum += at(put, hide(1));
#endif
  __asan_unpoison_memory_region(put, 32);
  return sum == 77;
}
