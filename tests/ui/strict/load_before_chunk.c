// Behind the front of a chunk, by a load whose value is not used.
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
  (void)p[hide(0)];
#else
  (void)p[hide(-1)]; //~ ERROR heap-buffer-overflow
#endif
  free(p);
  return 0;
}
