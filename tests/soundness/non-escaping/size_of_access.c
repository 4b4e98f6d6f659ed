// The block lives, but ends in the middle of the access.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile char *block = malloc(hide(4));
  block[0] = block[3] = 1;
  long sum = *(volatile long *)block; //~ ERROR heap-buffer-overflow
  free((void *)block);
  return sum == 77;
}
