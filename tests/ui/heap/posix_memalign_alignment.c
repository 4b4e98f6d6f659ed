// An alignment that is no power of two.
//@ asan: any only the last line of its report names the kind
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  void *block = 0;
  if (posix_memalign(&block, hide(3), 8) == 0) //~ ERROR invalid-posix-memalign-alignment
    free(block);
  return 0;
}
