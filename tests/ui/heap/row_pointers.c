// One row of a matrix is shorter than the others.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

static NOINLINE double trace(double **rows, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += rows[i][i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  double *rows[6];
  for (int i = 0; i < 6; i++)
#ifdef FIXED
    rows[i] = calloc(6, sizeof(double));
#else
    rows[i] = calloc(i == 4 ? 4 : 6, sizeof(double));
#endif
  printf("%f\n", trace(rows, 6));
  for (int i = 0; i < 6; i++)
    free(rows[i]);
  return 0;
}
