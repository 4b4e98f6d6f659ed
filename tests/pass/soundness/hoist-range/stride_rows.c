// Rows whose length is known at run time only.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void all(long rows, int columns, int numbers[rows][columns]) {
  for (long i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      numbers[i][j] += 1;
}

int main(void) {
  int *numbers = hide_pointer(calloc(20 * 30, sizeof *numbers));
  all(hide(20), hide(30), (void *)numbers);
  return 0;
}
