// A = L * L^T in place: loops whose ends are the counters of others.
#include "kernel.h"
#include <math.h>
#define N 240

static void kernel(int n, double A[N][N]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (int k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = sqrt(A[i][i]);
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
