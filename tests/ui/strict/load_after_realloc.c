// The old address of a chunk that has moved.
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
  int *q = realloc(p, 4000);
#ifdef FIXED
  if (!q)
    return 1;
  (void)q[hide(0)];
#else
  (void)p[hide(0)]; //~ ERROR heap-use-after-free
#endif
  free(q);
  return 0;
}
