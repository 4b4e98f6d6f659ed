// Matrices of whole numbers that are arrays of pointers to rows: products, a transposition, Gauss elimination modulo a prime.
#include "small.h"
#include <stdlib.h>

#define SIDE 48
#define PRIME 10007

static int **matrix(int rows, int columns) {
  int **made = allocate(rows * sizeof *made);
  for (int i = 0; i < rows; i++)
    made[i] = allocate(columns * sizeof *made[i]);
  return made;
}

static void discard(int **made, int rows) {
  for (int i = 0; i < rows; i++)
    free(made[i]);
  free(made);
}

static int **product(int **a, int **b, int n) {
  int **made = matrix(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      made[i][j] = 0;
      for (int k = 0; k < n; k++)
        made[i][j] = (made[i][j] + a[i][k] * b[k][j]) % PRIME;
    }
  return made;
}

static void transpose(int **a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      int one = a[i][j];
      a[i][j] = a[j][i];
      a[j][i] = one;
    }
}

static int inverse(int a) {
  int made = 1;
  for (int power = PRIME - 2; power; power >>= 1, a = a * a % PRIME)
    if (power & 1)
      made = made * a % PRIME;
  return made;
}

static int determinant(int **a, int n) {
  int made = 1;
  for (int i = 0; i < n; i++) {
    int pivot = i;
    while (pivot < n && !a[pivot][i])
      pivot++;
    if (pivot == n)
      return 0;
    int *row = a[pivot];
    a[pivot] = a[i];
    a[i] = row;
    made = made * a[i][i] % PRIME * (pivot == i ? 1 : PRIME - 1) % PRIME;
    int by = inverse(a[i][i]);
    for (int k = i + 1; k < n; k++) {
      int factor = PRIME - a[k][i] * by % PRIME;
      for (int j = i; j < n; j++)
        a[k][j] = (a[k][j] + factor * a[i][j]) % PRIME;
    }
  }
  return made;
}

uint32_t run(int rounds) {
  uint32_t state = 67, sum = 0;
  for (int round = 0; round < rounds; round++) {
    int **a = matrix(SIDE, SIDE), **b = matrix(SIDE, SIDE);
    for (int i = 0; i < SIDE; i++)
      for (int j = 0; j < SIDE; j++) {
        a[i][j] = next(&state) % PRIME;
        b[i][j] = next(&state) % PRIME;
      }
    transpose(b, SIDE);
    int **c = product(a, b, SIDE);
    sum = sum * 31 + determinant(c, SIDE);
    discard(a, SIDE);
    discard(b, SIDE);
    discard(c, SIDE);
  }
  return sum;
}
