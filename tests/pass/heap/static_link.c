// A program without shared libraries.
//@ flags: -static
//@ asan: any it cannot be linked statically
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(malloc(20));
  bytes[hide(19)] = 1;
  touch(bytes);
  free(bytes);
  return 0;
}
