// Far behind an array on the stack, beyond all redzones.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
  int a[4] = {1, 2, 3, 4};
  touch(a);
#ifdef FIXED
  (void)a[hide(3)];
#else
  (void)a[hide(3000)]; //~ ERROR stack-buffer-overflow
#endif
  return 0;
}
