// The same address in each iteration, for nothing.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  touch(p);
#ifdef FIXED
  int *q = p + hide(3);
#else
  int *q = p + hide(4);
#endif
  for (int i = 0; i < hide(3); i++)
    (void)*q; //~ ERROR heap-buffer-overflow
  free(p);
  return 0;
}
