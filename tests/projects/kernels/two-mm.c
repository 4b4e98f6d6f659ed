// D = a * A * B * C + b * D, by dot products: the right matrices are read down their columns.
#include "kernel.h"
#define N 160

static void kernel(int n, double a, double b, double T[N][N], double A[N][N], double B[N][N], double C[N][N], double D[N][N]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      T[i][j] = 0;
      for (int k = 0; k < n; k++)
        T[i][j] += a * A[i][k] * B[k][j];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      D[i][j] *= b;
      for (int k = 0; k < n; k++)
        D[i][j] += T[i][k] * C[k][j];
    }
}

void run(int rounds) {
  ARRAY2(A, N, N);
  ARRAY2(B, N, N);
  ARRAY2(C, N, N);
  ARRAY2(D, N, N);
  ARRAY2(T, N, N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      A[i][j] = (i * j + 1) % N / (double)N;
      B[i][j] = i * (j + 1) % N / (double)N;
      C[i][j] = (i * (j + 3) + 1) % N / (double)N;
      D[i][j] = i * (j + 2) % N / (double)N;
    }
  for (int r = 0; r < rounds; r++)
    kernel(N, 1.0 / N, 0.25, T, A, B, C, D);
  result(&D[0][0], N * N);
}
