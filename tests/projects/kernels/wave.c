// A wave equation: a stencil over three arrays, of which each holds one moment.
#include "kernel.h"
#include <stdlib.h>

static void step(int n, const double *before, const double *now, double *after) {
  for (int i = 1; i < n - 1; i++)
    after[i] = 2 * now[i] - before[i] + 0.2 * (now[i - 1] - 2 * now[i] + now[i + 1]);
  after[0] = after[n - 1] = 0;
}

void run(int rounds) {
  int n = 30000;
  double *moments[3];
  for (int m = 0; m < 3; m++) {
    moments[m] = allocate(n * sizeof *moments[m]);
    for (int i = 0; i < n; i++)
      moments[m][i] = i > 1000 && i < 1400 ? 1 : 0;
  }
  for (int k = 0; k < rounds; k++)
    step(n, moments[k % 3], moments[(k + 1) % 3], moments[(k + 2) % 3]);
  result(moments[rounds % 3], n);
  for (int m = 0; m < 3; m++)
    free(moments[m]);
}
