// A chunk that nobody reads is filled, and more.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(10);
#ifdef FIXED
  if (!p)
    return 1;
  memset(p, 0, hide(10));
#else
  memset(p, 0, hide(11)); //~ ERROR heap-buffer-overflow
#endif
  free(p);
  return 0;
}
