// A new chunk was allocated since, but the old one is read.
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
      sum += before[0]; //~ ERROR heap-use-after-free
    before = block;
#ifdef FIXED
    if (i == hide(1))
#else
    if (i == hide(0))
#endif
      free((void *)block);
  }
  return sum == 77;
}
