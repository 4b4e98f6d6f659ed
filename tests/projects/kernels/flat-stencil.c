// Heat in a plane of 760 by 760 points: two large blocks that are indexed by row * n + column and change their roles.
#include "kernel.h"
#include <stdlib.h>

void run(int rounds) {
  int n = 760;
  double *from = allocate(n * n * sizeof *from), *to = allocate(n * n * sizeof *to);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      from[i * n + j] = to[i * n + j] = (i * 3 + j) % 29;
  for (int k = 0; k < rounds; k++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        to[i * n + j] = 0.5 * from[i * n + j] + 0.125 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] +
                                                         from[i * n + j - 1] + from[i * n + j + 1]);
    double *other = from;
    from = to;
    to = other;
  }
  result(from, n * n);
  free(from);
  free(to);
}
