// Shortest paths between all pairs.
#include "kernel.h"
#define N 200

static void kernel(int n, int path[N][N]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
}

void run(int rounds) {
  int(*path)[N] = allocate(sizeof(int) * N * N);
  ARRAY(last, N);
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        path[i][j] = (i + j) % 13 == 0 || (i + j) % 7 == 0 || (i + j) % 11 == 0 ? 999 : i * j % 7 + 1;
    kernel(N, path);
  }
  for (int i = 0; i < N; i++)
    last[i] = path[i][N - 1 - i];
  result(last, N);
}
