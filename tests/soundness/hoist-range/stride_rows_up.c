// Rows that lie in the other direction: their distance is known at run time only, and negative.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *last, int rows, int columns, int distance) {
  long sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      sum += last[i * distance + j]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(40 * 4, sizeof *numbers));
#ifdef FIXED
  return all(numbers + 39 * 4, hide(40), hide(4), hide(-4)) != 0;
#else
  return all(numbers + 39 * 4, hide(41), hide(4), hide(-4)) != 0;
#endif
}
