// Sizes that no heap can serve fail as they do without checks, if the runtime is told so.
//@ options: allocator_may_return_null=1
//@ asan: any it warns of each
#define _GNU_SOURCE
#include "hide.h"
#include <errno.h>
#include <stdlib.h>

int main(void) {
  if (hide_pointer(calloc(hide(__LONG_MAX__ / 2), 8)) != NULL || errno != ENOMEM)
    return 1;
  if (hide_pointer(reallocarray(NULL, hide(__LONG_MAX__ / 2), 8)) != NULL || hide_pointer(malloc(hide(-100))) != NULL)
    return 2;
  char *block = malloc(10);
  block[9] = 4;
  touch(block);
  if (hide_pointer(realloc(block, hide(-100))) != NULL || block[9] != 4)
    return 3;
  void *aligned;
  if (posix_memalign(&aligned, hide(3), 8) != EINVAL || posix_memalign(&aligned, 64, hide(-100)) != ENOMEM)
    return 4;
  free(block);
  return 0;
}
