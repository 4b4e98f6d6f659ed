// Behind the usable size.
#include "hide.h"
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(malloc(30));
  size_t usable = malloc_usable_size(bytes);
  if (usable < 30)
    return 2;
#ifdef FIXED
  bytes[usable - 1] = 1;
#else
  bytes[usable - 0] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
