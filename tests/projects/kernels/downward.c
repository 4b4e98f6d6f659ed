// Suffix sums: loops that count down, with an int as index.
#include "kernel.h"
#include <stdlib.h>

void run(int rounds) {
  int n = 60000;
  float *values = allocate(n * sizeof *values), *sums = allocate(n * sizeof *sums);
  double last = 0;
  for (int i = 0; i < n; i++)
    values[i] = (float)(i % 11) / 11;
  for (int k = 0; k < rounds; k++) {
    float sum = 0;
    for (int i = n - 1; i >= 0; i--)
      sums[i] = sum += values[i];
    for (int i = n - 1; i >= 0; i--)
      values[i] = values[i] * 0.5f + sums[i] / sums[0] * 0.5f;
    last += sums[n / 2];
  }
  result(&last, 1);
  free(values);
  free(sums);
}
