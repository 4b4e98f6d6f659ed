// realloc to no bytes gives a chunk, where the program is used to that.
//@ options: allocator_frees_and_returns_null_on_realloc_zero=0
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = malloc(hide(42));
  block = realloc(block, hide(0));
  if (!block)
    return 1;
  free(block);
  return 0;
}
