// A loop over an array of which only the end is there goes around once.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(10, sizeof *numbers));
#ifdef FIXED
  return all(numbers + 10, hide(0)) != 0;
#else
  return all(numbers + 10, hide(1)) != 0;
#endif
}
