// The last byte of a block that is too large for its shadow to be folded.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  size_t size = (size_t)1 << 30;
  char *block = malloc(size + 3);
  if (!block)
    return 0;
  touch(block);
  block[0] = 1;
  int sum = block[0] + block[hide(size + 2)];
  free(block);
  return sum != 1;
}
