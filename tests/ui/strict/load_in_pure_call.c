// A function that only reads is called for nothing.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

static NOINLINE int get(const int *from) {
  return *from; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
#ifdef FIXED
  get(p + hide(3));
#else
  get(p + hide(4));
#endif
  free(p);
  return 0;
}
