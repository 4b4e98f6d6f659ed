// Reallocates a block.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(64));
  block = realloc(block + hide(0), hide(100));
  touch(block);
  free(block);
  return 0;
}
