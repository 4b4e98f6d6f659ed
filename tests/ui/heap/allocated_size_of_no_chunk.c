// Only a chunk has an allocated size.
#include "hide.h"
#include <sanitizer/allocator_interface.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(64);
#ifdef FIXED
  size_t size = __sanitizer_get_allocated_size(hide_pointer(block));
  size += __sanitizer_get_allocated_size(hide_pointer(0));
  free(block);
  return size != 64 || __sanitizer_get_ownership(hide_pointer(block + 8));
#else
  char *inside = hide_pointer(block + 8);
  size_t size = __sanitizer_get_allocated_size(inside); //~ ERROR bad-__sanitizer_get_allocated_size
  free(block);
  return size == 1;
#endif
}
