// A program without shared libraries.
//@ flags: -static
//@ asan: any it cannot be linked statically
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(malloc(20));
#ifdef FIXED
  bytes[hide(19)] = 1;
#else
  bytes[hide(20)] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
