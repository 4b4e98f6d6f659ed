// A good access, the block is freed, the same access again.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int twice(volatile int *number) {
  int sum = *number;
  free((void *)number);
  sum += *number; //~ ERROR heap-use-after-free
  return sum;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
  return twice(number) & 0;
}
