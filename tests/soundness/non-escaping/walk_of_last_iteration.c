// A walk goes on through the chunk of the previous iteration.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  long sum = 0;
  long rounds = hide(3);
  volatile int *block = malloc(10 * sizeof *block), *walk = block;
  for (long i = 0; i < rounds; i++) {
    free((void *)block);
    block = malloc(10 * sizeof *block);
    if (!block)
      return 1;
    for (int k = 0; k < 10; k++)
      block[k] = k;
#ifdef FIXED
    walk = block;
#endif
    for (int k = 0; k < 5; k++)
      sum += *walk++; //~ ERROR heap-use-after-free
    walk = block + (i & 1);
  }
  return sum == 777;
}
