// Behind a calloc'ed chunk.
//@ contains: 21-byte region
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(calloc(3, 7));
#ifdef FIXED
  return bytes[hide(20)];
#else
  return bytes[hide(21)]; //~ ERROR heap-buffer-overflow
#endif
}
