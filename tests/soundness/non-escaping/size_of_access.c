// The chunk lives, but ends in the middle of the access.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  volatile char *block = malloc(hide(8));
  *(volatile long *)block = 0;
#else
  volatile char *block = malloc(hide(4));
#endif
  block[0] = block[3] = 1;
  long sum = *(volatile long *)block; //~ ERROR heap-buffer-overflow
  free((void *)block);
#ifdef FIXED
  return sum == 0;
#else
  return sum == 77;
#endif
}
