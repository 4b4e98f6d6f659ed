// C = a * A * B + b * C.
#include "kernel.h"
#define N 200

static void kernel(int n, double a, double b, double C[N][N], double A[N][N], double B[N][N]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i][j] *= b;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        C[i][j] += a * A[i][k] * B[k][j];
  }
}

void run(int rounds) {
  ARRAY2(A, N, N);
  ARRAY2(B, N, N);
  ARRAY2(C, N, N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      A[i][j] = (i * j + 1) % N / (double)N;
      B[i][j] = i * (j + 1) % N / (double)N;
      C[i][j] = (i * (j + 2) + 3) % N / (double)N;
    }
  for (int r = 0; r < rounds; r++)
    kernel(N, 1.5 / N, 0.5, C, A, B);
  result(&C[0][0], N * N);
}
