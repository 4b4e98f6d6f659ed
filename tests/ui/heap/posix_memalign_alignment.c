// An alignment that is no power of two.
//@[bad] asan: any only the last line of its report names the kind
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  void *block = 0;
#ifdef FIXED
  if (posix_memalign(&block, hide(32), 8) == 0)
#else
  if (posix_memalign(&block, hide(3), 8) == 0) //~ ERROR invalid-posix-memalign-alignment
#endif
    free(block);
  return 0;
}
