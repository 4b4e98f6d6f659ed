// Only a chunk has a usable size.
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(64);
#ifdef FIXED
  size_t size = malloc_usable_size(hide_pointer(block)) + malloc_usable_size(NULL);
  free(block);
  return size < 64;
#else
  char *inside = hide_pointer(block + 8);
  size_t size = malloc_usable_size(inside); //~ ERROR bad-malloc_usable_size
  free(block);
  return size == 1;
#endif
}
