// Reads behind a chunk that is too large for its shadow to be folded.
//@ only: 64-bit with 32 bits there is less memory
//@ contains: READ of size 1
#include "hide.h"
#include <stdlib.h>

int main(void) {
  size_t size = (size_t)1 << 30;
  char *block = malloc(size + 3);
  if (!block)
    return 0;
  touch(block);
  block[0] = 1;
#ifdef FIXED
  int sum = block[0] + block[hide(size + 2)];
  free(block);
  return sum != 1;
#else
  int sum = block[0] + block[hide(size + 3)]; //~ ERROR heap-buffer-overflow
  free(block);
  return sum;
#endif
}
