// A sparse matrix in compressed rows, multiplied by a vector again and again.
#include "kernel.h"
#include <stdlib.h>

#define ROWS 20000
#define IN_ROW 9

void run(int rounds) {
  int *starts = allocate((ROWS + 1) * sizeof *starts), *columns = allocate(ROWS * IN_ROW * sizeof *columns);
  double *values = allocate(ROWS * IN_ROW * sizeof *values);
  double *x = allocate(ROWS * sizeof *x), *y = allocate(ROWS * sizeof *y);
  int count = 0;
  for (int i = 0; i < ROWS; i++) {
    starts[i] = count;
    for (int k = 0; k < IN_ROW - i % 3; k++) {
      columns[count] = (int)((i + (long)k * k * 977) % ROWS);
      values[count++] = 1.0 / (IN_ROW + k);
    }
    x[i] = i % 10;
  }
  starts[ROWS] = count;
  for (int k = 0; k < rounds; k++) {
    for (int i = 0; i < ROWS; i++) {
      double sum = 0;
      for (int at = starts[i]; at < starts[i + 1]; at++)
        sum += values[at] * x[columns[at]];
      y[i] = sum;
    }
    double *other = x;
    x = y;
    y = other;
  }
  result(x, ROWS);
  free(starts);
  free(columns);
  free(values);
  free(x);
  free(y);
}
