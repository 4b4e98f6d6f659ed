// The block is freed after the last round.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
  for (long i = 0; i < hide(2); i++)
    block[i] = 1;
  free((void *)block);
  return 0;
}
