// Dynamic programming: the cheapest way to turn one sequence into another, by a table on the heap.
#include "kernel.h"
#include <stdlib.h>

static int least(int a, int b) { return a < b ? a : b; }

static int distance(const unsigned char *a, int n, const unsigned char *b, int m, int *table) {
  for (int j = 0; j <= m; j++)
    table[j] = j;
  for (int i = 1; i <= n; i++) {
    table[i * (m + 1)] = i;
    for (int j = 1; j <= m; j++) {
      int change = table[(i - 1) * (m + 1) + j - 1] + (a[i - 1] != b[j - 1]);
      table[i * (m + 1) + j] = least(change, 1 + least(table[(i - 1) * (m + 1) + j], table[i * (m + 1) + j - 1]));
    }
  }
  return table[n * (m + 1) + m];
}

void run(int rounds) {
  int n = 400, m = 380;
  unsigned char *a = allocate(n), *b = allocate(m);
  int *table = allocate((n + 1) * (m + 1) * sizeof *table);
  double sum = 0;
  for (int k = 0; k < rounds; k++) {
    for (int i = 0; i < n; i++)
      a[i] = (i * 7 + k) % 5;
    for (int j = 0; j < m; j++)
      b[j] = (j * 3 + k) % 6;
    sum += distance(a, n, b, m, table);
  }
  result(&sum, 1);
  free(a);
  free(b);
  free(table);
}
