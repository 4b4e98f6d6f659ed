// A part of a large chunk is poisoned by hand, after it was asked so often about it that its shadow was folded.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 18 };

void __asan_poison_memory_region(const volatile void *, unsigned long);
void __asan_unpoison_memory_region(const volatile void *, unsigned long);

static NOINLINE long some(const int *numbers, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += numbers[i]; //~ ERROR use-after-poison
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(malloc(COUNT * sizeof *numbers));
  memset(numbers, 0, COUNT * sizeof *numbers);
  long sum = 0;
  for (int i = 0; i < 200; i++)
    sum += some(numbers + 500 * i, COUNT / 4);
  __asan_poison_memory_region(numbers + COUNT / 2, 8);
#ifdef FIXED
  sum += some(numbers, hide(COUNT / 2));
#else
  sum += some(numbers, hide(COUNT - 2));
#endif
  __asan_unpoison_memory_region(numbers + COUNT / 2, 8);
  return sum != 0;
}
