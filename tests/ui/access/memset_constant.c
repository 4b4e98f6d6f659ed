// A memset of constant size writes too far.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
#ifdef FIXED
  char *bytes = hide_pointer(malloc(64));
#else
  char *bytes = hide_pointer(malloc(63));
#endif
  memset(bytes, 0, 64); //~ ERROR heap-buffer-overflow
  touch(bytes);
  free(bytes);
  return 0;
}
