// Freed in the second iteration by a function whose effects LLVM takes from `restrict`.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): any LLVM may read before the loop
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

static NOINLINE void step(int *p, int i) {
#ifdef FIXED
  touch(p);
#else
  if (i == 1)
    free(p);
#endif
}

static NOINLINE int sum(const int *restrict p, int *same, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += *p; //~ ERROR heap-use-after-free
    step(same, i);
  }
  return sum;
}

int main(void) {
  int *p = calloc(4, sizeof *p);
  if (!p)
    return 1;
  touch(p);
  int x = sum(p, p, hide(3));
#ifdef FIXED
  free(p);
#endif
  return x & 0;
}
