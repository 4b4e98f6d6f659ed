// The chunk of the previous iteration is freed before the next one is allocated.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *last = 0;
  long sum = 0;
  long rounds = hide(3);
  for (long i = 0; i < rounds; i++) {
#ifndef FIXED
    free((void *)last);
#endif
    volatile int *block = malloc(10 * sizeof *block);
    if (!block)
      return 1;
    block[1] = (int)i;
    if (last)
      sum += last[1]; //~ ERROR heap-use-after-free
#ifdef FIXED
    free((void *)last);
#endif
    last = block;
  }
  return sum == 77;
}
