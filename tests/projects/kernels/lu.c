// A = L * U in place, with columns read downwards.
#include "kernel.h"
#define N 220

static void kernel(int n, double A[N][N]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[k][j];
      A[i][j] /= A[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        A[i][j] -= A[i][k] * A[k][j];
  }
}

void run(int rounds) {
  ARRAY2(A, N, N);
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        A[i][j] = i == j ? N : 1.0 / (i + j + 1);
    kernel(N, A);
  }
  result(&A[0][0], N * N);
}
