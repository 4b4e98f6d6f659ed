// Frees a pointer into a chunk.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(64));
#ifdef FIXED
  free(block + hide(0));
#else
  free(block + hide(16)); //~ ERROR bad-free
#endif
  return 0;
}
