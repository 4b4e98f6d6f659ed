// Frees an aligned chunk twice.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(aligned_alloc(256, 256));
  char *other = hide_pointer(aligned_alloc(256, 256));
  free(block);
#ifdef FIXED
  free(other);
#else
  free(block); //~ ERROR double-free
#endif
  return 0;
}
