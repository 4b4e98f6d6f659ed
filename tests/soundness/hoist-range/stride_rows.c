// Rows whose length is known at run time only: one too many.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void all(long rows, int columns, int numbers[rows][columns]) {
  for (long i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      numbers[i][j] += 1; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *numbers = hide_pointer(calloc(20 * 30, sizeof *numbers));
#ifdef FIXED
  all(hide(20), hide(30), (void *)numbers);
#else
  all(hide(21), hide(30), (void *)numbers);
#endif
  return 0;
}
