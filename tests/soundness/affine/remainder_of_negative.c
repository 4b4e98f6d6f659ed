// The remainder of a negative number lies before the table.
//@ kills-mutants: affine/remainder-of-negative
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const int *table, int from, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += table[(from + i) % 64]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *table = calloc(64, sizeof *table);
  if (!table)
    return 1;
#ifdef FIXED
  int x = sum(table, (int)hide(3), (int)hide(100));
#else
  int x = sum(table, (int)hide(-3), (int)hide(100));
#endif
  free(table);
  return x;
}
