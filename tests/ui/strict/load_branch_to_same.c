// Both branches do the same.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
  int x;
#ifdef FIXED
  if (p[hide(3)])
#else
  if (p[hide(4)]) //~ ERROR heap-buffer-overflow
#endif
    x = 0;
  else
    x = 0;
  free(p);
  return x;
}
