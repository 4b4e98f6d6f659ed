// A place that leads to the chunk only where 64 bits cut it off, and to the element behind the last.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
static NOINLINE int sum_of(const int *numbers, const unsigned long *places, int count, int turns) {
  int sum = 0;
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++)
      sum += numbers[places[i]]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  unsigned long places[] = {4, 1, 3, 0, (1ul << 62) + 4, 3, 1};
#else
  unsigned long places[] = {4, 1, 3, 0, (1ul << 62) + 5, 3, 1};
#endif
  int *numbers = calloc(hide(5), sizeof *numbers);
  touch(places);
  int sum = sum_of(numbers, places, (int)hide(7), (int)hide(1));
  free(numbers);
  return sum == 77;
}
