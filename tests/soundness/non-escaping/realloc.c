// realloc may have moved the chunk.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
  block[0] = 1;
  volatile int *more = realloc((void *)block, hide(4000) * sizeof *more);
  more[3999] = 1;
#ifdef FIXED
  int sum = more[0];
  free((void *)more);
  return sum != 1;
#else
  return block[0] == 77; //~ ERROR heap-use-after-free
#endif
}
