// An alignment that is no power of two.
//@[bad] asan: any only the last line of its report names the kind
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  void *block = memalign(hide(32), 8);
#else
  void *block = memalign(hide(3), 8); //~ ERROR invalid-allocation-alignment
#endif
  touch(block);
  free(block);
  return 0;
}
