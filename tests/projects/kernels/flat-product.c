// The product of two matrices that are one block each, indexed by row * n + column.
#include "kernel.h"
#include <stdlib.h>

void run(int rounds) {
  int n = 160;
  double *a = allocate(n * n * sizeof *a), *b = allocate(n * n * sizeof *b), *c = allocate(n * n * sizeof *c);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] = (double)(i * j % 13) / 13;
      b[i * n + j] = (double)(i * (j + 1) % 17) / 17;
      c[i * n + j] = 0;
    }
  for (int k = 0; k < rounds; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double sum = c[i * n + j] * 0.5;
        for (int l = 0; l < n; l++)
          sum += a[i * n + l] * b[l * n + j];
        c[i * n + j] = sum;
      }
  result(c, n * n);
  free(a);
  free(b);
  free(c);
}
