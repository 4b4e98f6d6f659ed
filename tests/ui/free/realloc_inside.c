// Reallocates a pointer into a chunk.
//@ asan: double-free it takes whatever realloc does not know for freed
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(64));
#ifdef FIXED
  block = realloc(block + hide(0), hide(100));
#else
  block = realloc(block + hide(8), hide(100)); //~ ERROR bad-free
#endif
  touch(block);
  free(block);
  return 0;
}
