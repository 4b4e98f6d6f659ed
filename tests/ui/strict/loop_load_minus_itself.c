// Two reads of one address in each iteration, which cancel.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

static NOINLINE int differences(const int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += *p - *p; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *p = malloc(4 * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = i;
  touch(p);
#ifdef FIXED
  int x = differences(p + hide(3), hide(3));
#else
  int x = differences(p + hide(4), hide(3));
#endif
  free(p);
  return x;
}
