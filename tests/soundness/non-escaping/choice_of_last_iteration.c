// A walk begins in this iteration's chunk or in that of the previous iteration.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  long sum = 0;
  long rounds = hide(3);
  volatile int *last = 0;
  for (long i = 0; i < rounds; i++) {
    volatile int *block = malloc(10 * sizeof *block);
    if (!block)
      return 1;
    volatile int *from = i & 1 ? last : block;
    for (int k = 0; k < 10; k++)
      block[k] = k;
#ifdef FIXED
    from = block;
#endif
    for (volatile int *at = from; at < from + 10; at++)
      sum += *at; //~ ERROR heap-use-after-free
    last = block;
    free((void *)block);
  }
  return sum == 777;
}
