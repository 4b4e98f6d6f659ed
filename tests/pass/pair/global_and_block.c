// The distance within a global and within a block.
//@ flags: -fsanitize=address,pointer-compare,pointer-subtract
//@ options: detect_invalid_pointer_pairs=1
#include "hide.h"
#include <stdlib.h>

static char table[100];

int main(void) {
  char *block = malloc(10), *end = hide_pointer(table + 100);
  touch(block);
  touch(table);
  long index = block + 10 - block + (end - table);
  touch(&index);
  free(block);
  return 0;
}
