// A store into a freed chunk, and the end.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(16);
  if (!p)
    return 1;
#ifdef FIXED
  p[hide(1)] = 1;
  free(p);
#else
  free(p);
  p[hide(1)] = 1; //~ ERROR heap-use-after-free
#endif
  return 0;
}
