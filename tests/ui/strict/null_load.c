// Null is read for nothing.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
  int x = 1;
#ifdef FIXED
  int *p = hide_pointer(&x);
#else
  int *p = hide_pointer(0);
#endif
  (void)*p; //~ ERROR SEGV
  (void)x;
  return 0;
}
