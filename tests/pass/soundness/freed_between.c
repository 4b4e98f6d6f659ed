// Two good accesses, then the block is freed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int twice(volatile int *number) {
  int sum = *number;
  sum += *number;
  free((void *)number);
  return sum;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
  return twice(number) & 0;
}
