// Only a block has a usable size; nothing has none.
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(64);
  size_t size = malloc_usable_size(hide_pointer(block)) + malloc_usable_size(NULL);
  free(block);
  return size < 64;
}
