// Systems with a triangular matrix on the heap, solved forward and backward.
#include "kernel.h"
#include <stdlib.h>

static void forward(int n, const double *l, const double *b, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int j = 0; j < i; j++)
      sum -= l[i * n + j] * x[j];
    x[i] = sum / l[i * n + i];
  }
}

static void backward(int n, const double *l, const double *b, double *x) {
  for (int i = n - 1; i >= 0; i--) {
    double sum = b[i];
    for (int j = i + 1; j < n; j++)
      sum -= l[j * n + i] * x[j];
    x[i] = sum / l[i * n + i];
  }
}

void run(int rounds) {
  int n = 300;
  double *l = allocate(n * n * sizeof *l), *x = allocate(n * sizeof *x), *y = allocate(n * sizeof *y);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      l[i * n + j] = i == j ? 2 : 1.0 / (n + i + j);
    x[i] = i % 9 + 1;
  }
  for (int k = 0; k < rounds; k++) {
    forward(n, l, x, y);
    backward(n, l, y, x);
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 3 + i % 9;
  }
  result(x, n);
  free(l);
  free(x);
  free(y);
}
