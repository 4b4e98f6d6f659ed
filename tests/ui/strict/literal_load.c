// Behind a string.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
#ifdef FIXED
  (void)"abc"[hide(3)];
#else
  (void)"abc"[hide(4)]; //~ ERROR global-buffer-overflow
#endif
  return 0;
}
