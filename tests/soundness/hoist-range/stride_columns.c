// Columns of rows whose length is known at run time only: the last column has one row too many.
//@ only: hosted redzones of a board are short
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, int rows, int columns, int more) {
  long sum = 0;
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < rows + j + more; i++)
      sum += numbers[i * columns + j]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(50 * 30, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(20), hide(30), hide(1)) != 0;
#else
  return all(numbers, hide(20), hide(30), hide(2)) != 0;
#endif
}
