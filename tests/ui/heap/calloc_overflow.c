// More elements than their bytes can be counted.
//@[bad] asan: any only the last line of its report names the kind
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  void *block = calloc(hide(2), 8);
#else
  void *block = calloc(hide(__LONG_MAX__ / 2), 8); //~ ERROR calloc-overflow
#endif
  touch(block);
  free(block);
  return 0;
}
