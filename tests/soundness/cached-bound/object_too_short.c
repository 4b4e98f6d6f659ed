// A chunk that is smaller than one element.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ kills-mutants: cached-bound/fits
#include "hide.h"
#include <stdlib.h>
static NOINLINE long sum_of(const long *numbers, const unsigned *places, int count, int turns) {
  long sum = 0;
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++)
      sum += numbers[places[i]]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  unsigned places[] = {0, 0, 0, 0};
#ifdef FIXED
  long *numbers = calloc(hide(8), 1);
#else
  long *numbers = calloc(hide(6), 1);
#endif
  touch(places);
  long sum = sum_of(numbers, places, (int)hide(4), (int)hide(1));
  free(numbers);
  return sum == 77;
}
