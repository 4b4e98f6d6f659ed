// Relaxation with nine points in place: nothing of it can be done in vectors.
#include "kernel.h"
#define N 250

static void kernel(int steps, int n, double A[N][N]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i <= n - 2; i++)
      for (int j = 1; j <= n - 2; j++)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1] +
                   A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) /
                  9.0;
}

void run(int rounds) {
  ARRAY2(A, N, N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = ((double)i * (j + 2) + 2) / N;
  kernel(rounds, N, A);
  result(&A[0][0], N * N);
}
