// The way that frees the block is not taken.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *block = malloc(4 * sizeof *block);
  block[0] = 1;
  if (hide(0))
    free((void *)block);
  return block[0] == 77;
}
