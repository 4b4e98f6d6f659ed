// No machine has so much memory; by default the C library's answer is given.
//@ options: allocator_may_return_null=1
//@ asan: any it warns on stderr
#include "hide.h"
#include <errno.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc((size_t)hide(1L << 60));
  touch(block);
  return block != NULL || errno != ENOMEM;
}
