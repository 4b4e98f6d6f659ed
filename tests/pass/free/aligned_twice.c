// Frees two aligned blocks.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(aligned_alloc(256, 256));
  char *other = hide_pointer(aligned_alloc(256, 256));
  free(block);
  free(other);
  return 0;
}
