// Columns from the last to the first, in rows from the last to the first: one row too many.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long rows, long columns, long last) {
  long sum = 0;
  for (long i = rows - 1; i >= last; i--)
    for (long j = columns; j-- > 0;)
      sum += numbers[i * 8 + j]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(64, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(8), hide(8), hide(0)) != 0;
#else
  return all(numbers, hide(8), hide(8), hide(-1)) != 0;
#endif
}
