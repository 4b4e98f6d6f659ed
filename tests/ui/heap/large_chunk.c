// Behind a chunk that is mapped on its own.
//@ contains: 3000001-byte region
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = malloc(3000001);
  bytes[0] = 1;
  bytes = hide_pointer(bytes);
#ifdef FIXED
  bytes[hide(3000000)] = 1;
#else
  bytes[hide(3000001)] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
