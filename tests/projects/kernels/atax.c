// y = A^T * A * x.
#include "kernel.h"
#define M 380
#define N 420

static void kernel(int m, int n, double A[M][N], double *x, double *y, double *t) {
  for (int i = 0; i < n; i++)
    y[i] = 0;
  for (int i = 0; i < m; i++) {
    t[i] = 0.0;
    for (int j = 0; j < n; j++)
      t[i] = t[i] + A[i][j] * x[j];
    for (int j = 0; j < n; j++)
      y[j] = y[j] + A[i][j] * t[i];
  }
}

void run(int rounds) {
  ARRAY2(A, M, N);
  ARRAY(x, N);
  ARRAY(y, N);
  ARRAY(t, M);
  for (int i = 0; i < N; i++)
    x[i] = 1 + i / (double)N;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = (i + j) % N / (5.0 * M);
  for (int r = 0; r < rounds; r++)
    kernel(M, N, A, x, y, t);
  result(y, N);
}
