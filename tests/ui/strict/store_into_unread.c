// A chunk that nobody reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *p = malloc(hide(4));
#ifdef FIXED
  if (!p)
    return 1;
  p[hide(3)] = 1;
#else
  p[hide(4)] = 1; //~ ERROR heap-buffer-overflow
#endif
  free(p);
  return 0;
}
