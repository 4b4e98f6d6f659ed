// Copies, moves and fills of no bytes, known as such, touch nothing.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *block = hide_pointer(malloc(8));
  char *end = block + 8;
  memcpy(end, block, 0);
  memmove(block, end, 0);
  memset(end, 1, (0));
  __builtin_memcpy_inline(end, block, 0);
  __builtin_memset_inline(end, 1, (0));
  touch(block);
  free(block);
  // Not even where what they are given is gone.
  memcpy(hide_pointer(block), end, 0);
  return 0;
}
