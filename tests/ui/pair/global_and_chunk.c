// A global and the heap; the optimiser knows the answer for two globals.
//@ flags: -fsanitize=address,pointer-compare,pointer-subtract
//@ options: detect_invalid_pointer_pairs=1
//@ asan: silent the address of a global is no instruction
#include "hide.h"
#include <stdlib.h>

static char table[100];

int main(void) {
#ifdef FIXED
  char *block = malloc(10), *end = hide_pointer(table + 100);
  touch(block);
  touch(table);
  long index = block + 10 - block + (end - table);
#else
  char *block = malloc(10);
  touch(block);
  touch(table);
  long index = block - table; //~ ERROR invalid-pointer-pair
#endif
  touch(&index);
  free(block);
  return 0;
}
