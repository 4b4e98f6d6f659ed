// All rows of a matrix are equal.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

static NOINLINE double trace(double **rows, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += rows[i][i];
  return sum;
}

int main(void) {
  double *rows[6];
  for (int i = 0; i < 6; i++)
    rows[i] = calloc(6, sizeof(double));
  printf("%f\n", trace(rows, 6));
  for (int i = 0; i < 6; i++)
    free(rows[i]);
  return 0;
}
