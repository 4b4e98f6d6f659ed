// The block of an earlier round was freed, that of this round was not.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *first = NULL, *last = NULL;
  int sum = 0;
  for (long i = 0; i < hide(3); i++) {
    volatile int *block = malloc(4 * sizeof *block);
    block[0] = 1;
    if (i == hide(0))
      first = block;
    if (i == hide(1))
      free((void *)first);
    if (i == hide(2))
      sum += first[0]; //~ ERROR heap-use-after-free
    last = block;
  }
  return sum + last[0] == 77;
}
