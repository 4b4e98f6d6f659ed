// Pages for more bytes than there are.
//@[bad] asan: any only the last line of its report names the kind
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  void *block = pvalloc(hide(8));
#else
  void *block = pvalloc(hide(-8)); //~ ERROR pvalloc-overflow
#endif
  touch(block);
  free(block);
  return 0;
}
