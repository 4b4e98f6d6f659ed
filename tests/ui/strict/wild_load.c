// An address at which there is nothing is read for nothing.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
  static int x;
#ifdef FIXED
  int *p = (int *)hide((long)&x);
#else
  int *p = (int *)hide(0x123456789000);
#endif
  (void)*p; //~ ERROR SEGV
  (void)x;
  return 0;
}
