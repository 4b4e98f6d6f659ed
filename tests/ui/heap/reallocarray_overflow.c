// A chunk grows to more elements than their bytes can be counted.
//@[bad] asan: any only the last line of its report names the kind
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  void *block = malloc(8);
#ifdef FIXED
  block = reallocarray(block, hide(2), 8);
#else
  block = reallocarray(block, hide(1L << 62), 8); //~ ERROR reallocarray-overflow
#endif
  touch(block);
  free(block);
  return 0;
}
