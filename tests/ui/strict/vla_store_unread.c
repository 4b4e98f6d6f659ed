// Behind an array of variable size that nobody reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
  int n = hide(4);
  int a[n];
#ifdef FIXED
  (void)a;
  a[n - 1] = 1;
#else
  a[n] = 1; //~ ERROR dynamic-stack-buffer-overflow
#endif
  return 0;
}
