// Matrices that are arrays of pointers to rows, as many programs allocate them.
#include "kernel.h"
#include <stdlib.h>

static double **matrix(int rows, int columns) {
  double **made = allocate(rows * sizeof *made);
  for (int i = 0; i < rows; i++)
    made[i] = allocate(columns * sizeof *made[i]);
  return made;
}

static void discard(double **made, int rows) {
  for (int i = 0; i < rows; i++)
    free(made[i]);
  free(made);
}

void run(int rounds) {
  int n = 140;
  double **a = matrix(n, n), **b = matrix(n, n), **c = matrix(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = (double)(i + j) / n;
      b[i][j] = (double)(i * j % 19) / 19;
      c[i][j] = 0;
    }
  for (int k = 0; k < rounds; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        c[i][j] *= 0.5;
        for (int l = 0; l < n; l++)
          c[i][j] += a[i][l] * b[l][j];
      }
  for (int i = 0; i < n; i++)
    result(c[i], n);
  discard(a, n);
  discard(b, n);
  discard(c, n);
}
