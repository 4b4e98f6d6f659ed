// A size that is a multiple of the alignment.
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  void *block = aligned_alloc(hide(16), 32);
  touch(block);
  free(block);
  return 0;
}
