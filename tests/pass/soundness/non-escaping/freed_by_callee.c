// A function of the same file reads the block that nobody else has.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int read(volatile int *block) { return block[1]; }

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
  block[0] = block[1] = 1;
  int sum = read(block);
  sum += block[0];
  free((void *)block);
  return sum != 2;
}
