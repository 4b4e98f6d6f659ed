// Frees a chunk twice.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(10));
  touch(block);
  free(block);
#ifdef FIXED
  block = hide_pointer(malloc(10));
#endif
  free(block); //~ ERROR double-free
  return 0;
}
