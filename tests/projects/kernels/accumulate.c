// One large array added to another many times: both are allocated where they are used, and hold a number of elements that is known only then.
#include "kernel.h"
#include <stdlib.h>

void run(int rounds) {
  int n = rounds > 0 ? 1500000 : 1;
  int *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
  double sum = 0;
  if (!x || !y)
    exit(1);
  for (int i = 0; i < n; i++)
    x[i] = i % 7;
  for (int k = 0; k < rounds; k++)
    for (int i = 0; i < n; i++)
      y[i] += x[i];
  for (int i = 0; i < n; i++)
    sum += y[i];
  result(&sum, 1);
  free(x);
  free(y);
}
