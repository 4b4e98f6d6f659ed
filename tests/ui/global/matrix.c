// Behind the last row of a matrix.
#include "hide.h"
#include <stdio.h>

double matrix[4][5];

int main(void) {
#ifdef FIXED
  printf("%f\n", matrix[hide(3)][hide(4)]);
#else
  printf("%f\n", matrix[hide(3)][hide(5)]); //~ ERROR global-buffer-overflow
#endif
  return 0;
}
