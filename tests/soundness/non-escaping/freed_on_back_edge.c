// The previous iteration has freed the chunk.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
#ifdef FIXED
  for (long i = 0; i < hide(2); i++)
    block[i] = 1;
  free((void *)block);
#else
  for (long i = 0; i < hide(2); i++) {
    block[0] = 1; //~ ERROR heap-use-after-free
    if (i == hide(0))
      free((void *)block);
  }
#endif
  return 0;
}
