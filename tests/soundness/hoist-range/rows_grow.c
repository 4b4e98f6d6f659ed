// Rows that get longer with each iteration, of which the last one does not fit.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long rows) {
  long sum = 0;
  for (long i = 0; i < rows; i++)
    for (long j = 0; j < i; j++)
      sum += numbers[i * 8 + j]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  int *numbers = hide_pointer(calloc(63, sizeof *numbers));
#else
  int *numbers = hide_pointer(calloc(62, sizeof *numbers));
#endif
  return all(numbers, hide(8)) != 0;
}
