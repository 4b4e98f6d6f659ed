// Another name of the chunk is freed, which was read from a table.
//@ levels: O2
//@ kills-mutants: caller-owned/heap caller-owned/outlives
#include "hide.h"
#include <stdlib.h>

static int *table[4];

static NOINLINE void drop(long index) { free(table[index]); }

static NOINLINE int both(int *number, long index) {
  int sum = *number;
  drop(index);
  if (index)
    sum += *number; //~ ERROR heap-use-after-free
  return sum;
}

int main(void) {
  int *number = calloc(1, sizeof *number);
  table[hide(2)] = number;
  table[hide(3)] = calloc(1, sizeof *number);
#ifdef FIXED
  return both(number, hide(3));
#else
  return both(number, hide(2));
#endif
}
