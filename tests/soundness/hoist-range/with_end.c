// The end of the counter belongs to the loop, and a step leads right to it.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long end) {
  long sum = 0;
  for (long i = 0; i <= end; i += 3)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(9, sizeof *numbers));
#ifdef FIXED
  long sum = all(numbers, hide(8));
#else
  long sum = all(numbers, hide(9));
#endif
  free(numbers);
  return sum != 0;
}
