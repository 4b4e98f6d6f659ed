// Behind an array that nobody reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
  int a[4];
#ifdef FIXED
  (void)a;
  a[hide(3)] = 1;
#else
  a[hide(4)] = 1; //~ ERROR stack-buffer-overflow
#endif
  return 0;
}
