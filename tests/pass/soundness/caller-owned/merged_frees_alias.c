// Another block of the table is freed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static int *table[4];

static NOINLINE void drop(long index) { free(table[index]); }

static NOINLINE int both(int *number, long index) {
  int sum = *number;
  drop(index);
  if (index)
    sum += *number;
  return sum;
}

int main(void) {
  int *number = calloc(1, sizeof *number);
  table[hide(2)] = number;
  table[hide(3)] = calloc(1, sizeof *number);
  return both(number, hide(3));
}
