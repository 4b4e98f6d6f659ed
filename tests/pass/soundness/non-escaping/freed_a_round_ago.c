// The old block is read before it is freed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *before = NULL;
  int sum = 0;
  for (long i = 0; i < hide(2); i++) {
    volatile int *block = malloc(4 * sizeof *block);
    block[0] = 1;
    if (before)
      sum += before[0];
    before = block;
    if (i == hide(1))
      free((void *)block);
  }
  return sum == 77;
}
