// There is a block, and the index stays in it.
//@ levels: O2
//@ options: allocator_may_return_null=1
#include "hide.h"
#include <stdlib.h>

static char other[16];

int main(void) {
  unsigned long size = hide(100), at = hide(other[3] + 16);
  volatile char *block = malloc(size);
  if (at < size) block[at] = 3;
  free((void *)block);
  return 0;
}
