// The loop ends where its counter is equal to a number that it has passed before it began.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, unsigned from, unsigned to) {
  long sum = 0;
  for (unsigned i = from; i != to; i++)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(8, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(2), hide(5)) != 0;
#else
  return all(numbers, hide(5), hide(2)) != 0;
#endif
}
