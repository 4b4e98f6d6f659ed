// A freed chunk is read for nothing.
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
#ifdef FIXED

  (void)p[hide(1)];
  free(p);
#else
  free(p);
  (void)p[hide(1)]; //~ ERROR heap-use-after-free
#endif
  return 0;
}
