// The chunk was made larger, but not by enough.
//@ contains: 1001-byte region
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(10, 1);
  bytes[9] = 4;
  bytes = hide_pointer(realloc(bytes, hide(1001)));
  if (bytes[9] != 4)
    return 2;
#ifdef FIXED
  bytes[hide(1000)] = 1;
#else
  bytes[hide(1001)] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
