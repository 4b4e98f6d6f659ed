// The block of an earlier round is freed in the end.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *first = NULL;
  int sum = 0;
  for (long i = 0; i < hide(3); i++) {
    volatile int *block = malloc(4 * sizeof *block);
    block[0] = 1;
    if (i == hide(0))
      first = block;
    if (i == hide(2))
      sum += first[0];
    if (block != first)
      free((void *)block);
  }
  free((void *)first);
  return sum != 1;
}
