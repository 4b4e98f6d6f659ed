// A function exchanges the chunk for a smaller one, and the length stays.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static int *table;
static int count;

static NOINLINE void make(int n) {
  table = calloc(n, sizeof(int));
  count = n;
}

static NOINLINE void shrink(void) {
  free(table);
  table = calloc(2, sizeof(int));
#ifdef FIXED
  count = 2;
#endif
}

static NOINLINE int at(void) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    sum += table[i]; //~ ERROR heap-buffer-overflow
    if (i == 0)
      shrink();
  }
  return sum;
}

int main(void) {
  make((int)hide(4));
  return at();
}
