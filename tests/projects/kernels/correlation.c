// How the columns of a table depend on each other; its size is known at run time only.
#include "kernel.h"
#include <math.h>
#define N 180

static void kernel(int rows, int columns, double data[rows][columns], double corr[columns][columns], double *mean, double *dev) {
  for (int j = 0; j < columns; j++) {
    mean[j] = 0;
    for (int i = 0; i < rows; i++)
      mean[j] += data[i][j];
    mean[j] /= rows;
    dev[j] = 0;
    for (int i = 0; i < rows; i++)
      dev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
    dev[j] = sqrt(dev[j] / rows);
    dev[j] = dev[j] <= 0.1 ? 1.0 : dev[j];
  }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) {
      data[i][j] -= mean[j];
      data[i][j] /= sqrt((double)rows) * dev[j];
    }
  for (int i = 0; i < columns - 1; i++) {
    corr[i][i] = 1;
    for (int j = i + 1; j < columns; j++) {
      corr[i][j] = 0;
      for (int k = 0; k < rows; k++)
        corr[i][j] += data[k][i] * data[k][j];
      corr[j][i] = corr[i][j];
    }
  }
  corr[columns - 1][columns - 1] = 1;
}

void run(int rounds) {
  volatile int rows = N + 20, columns = N;
  double *data = allocate(sizeof(double) * rows * columns);
  double *corr = allocate(sizeof(double) * columns * columns);
  ARRAY(mean, N);
  ARRAY(dev, N);
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < N; j++)
        data[i * N + j] = (double)(i * j) / N + i;
    kernel(rows, columns, (void *)data, (void *)corr, mean, dev);
  }
  result(corr, N * N);
}
