// What a function that has returned had on its stack.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

static int *kept;

static NOINLINE void keep(void) {
#ifdef FIXED
  static int x = 1;
#else
  int x = 1;
#endif
  kept = &x;
  touch(&kept);
}

int main(void) {
  keep();
  (void)*kept; //~ ERROR stack-use-after-return
#ifdef FIXED
  return 0;
#endif
}
