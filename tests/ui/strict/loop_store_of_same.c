// Each iteration writes what nobody reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): any LLVM may have deleted the access
//@[bad] asan(O0 O1 O3): any only one level is compared
//@[bad] contains: WRITE of size 8
#include "hide.h"
#include <stdlib.h>

static NOINLINE void set(long long *to, int n) {
  for (int i = 0; i < n; i++)
    *to = i; //~ ERROR heap-buffer-overflow
}

int main(void) {
  long long *all = calloc(4, sizeof *all);
  if (!all)
    return 1;
  touch(all);
#ifdef FIXED
  set(all + hide(3), hide(4));
#else
  set(all + hide(4), hide(4));
#endif
  free(all);
  return 0;
}
