// A block of no bytes is read.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *p = malloc(hide(0));
  touch(p);
  (void)*p; //~ ERROR heap-buffer-overflow
  free(p);
  return 0;
}
