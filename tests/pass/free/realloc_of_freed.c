// Reallocates a live block.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(10));
  block = realloc(block, hide(20));
  touch(block);
  free(block);
  return 0;
}
