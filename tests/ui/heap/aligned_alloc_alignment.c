// A size that is no multiple of the alignment.
//@[bad] asan: any only the last line of its report names the kind
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  void *block = aligned_alloc(hide(16), 32);
#else
  void *block = aligned_alloc(hide(16), 8); //~ ERROR invalid-aligned-alloc-alignment
#endif
  touch(block);
  free(block);
  return 0;
}
