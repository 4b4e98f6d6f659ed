// One of two ways frees the chunk.
//@ levels: O2
//@ kills-mutants: non-escaping/every-path
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *block = malloc(4 * sizeof *block);
  block[0] = 1;
#ifdef FIXED
  if (hide(0))
#else
  if (hide(1))
#endif
    free((void *)block);
  return block[0] == 77; //~ ERROR heap-use-after-free
}
