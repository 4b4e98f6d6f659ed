// A chunk of no bytes is read.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  char *p = malloc(hide(1));
  if (!p)
    return 1;
  *p = 1;
#else
  char *p = malloc(hide(0));
#endif
  touch(p);
  (void)*p; //~ ERROR heap-buffer-overflow
  free(p);
  return 0;
}
