// An inner loop may run beyond the array, in one of many iterations of the outer one; what the array holds does not end it before.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long until(const int *numbers, long rounds, long count, int stop) {
  long sum = 0;
  for (long round = 0; round < rounds; round++)
    for (long i = 0; i < count; i++) {
      sum += numbers[i]; //~ ERROR heap-buffer-overflow
      if (numbers[i] == stop + round)
        break;
    }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(malloc(60 * sizeof *numbers));
  for (int i = 0; i < 60; i++)
    numbers[i] = i;
#ifdef FIXED
  return until(numbers, hide(50), hide(1000), 10) == 1;
#else
  return until(numbers, hide(50), hide(1000), 11) == 1;
#endif
}
