// The block lives, and the access fits.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile char *block = malloc(hide(8));
  *(volatile long *)block = 0;
  block[0] = block[3] = 1;
  long sum = *(volatile long *)block;
  free((void *)block);
  return sum == 0;
}
