// An alignment that is a power of two.
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  void *block = 0;
  if (posix_memalign(&block, hide(32), 8) == 0)
    free(block);
  return 0;
}
