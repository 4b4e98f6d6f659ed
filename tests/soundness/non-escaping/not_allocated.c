// The index stays in the chunk, but there is none: counted from null it lands behind another object.
//@ levels: O2
//@ only: 64-bit the size is none on 32 bits
//@ options: allocator_may_return_null=1
//@ kills-mutants: non-escaping/null
#include "hide.h"
#include <stdlib.h>

static char other[16];

int main(void) {
#ifdef FIXED
  unsigned long size = hide(100), at = hide(other[3] + 16);
#else
  unsigned long size = hide(1l << 47), at = hide((long)(other + 16));
#endif
  volatile char *block = malloc(size);
  if (at < size) block[at] = 3; //~ ERROR global-buffer-overflow
  free((void *)block);
  return 0;
}
