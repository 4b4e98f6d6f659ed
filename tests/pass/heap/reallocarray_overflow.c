// A block grows to two elements.
//@ options: allocator_may_return_null=0
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  void *block = malloc(8);
  block = reallocarray(block, hide(2), 8);
  touch(block);
  free(block);
  return 0;
}
