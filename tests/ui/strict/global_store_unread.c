// Behind a table that nobody reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

static int table[4];

int main(void) {
#ifdef FIXED
  table[hide(3)] = 1;
#else
  table[hide(4)] = 1; //~ ERROR global-buffer-overflow
#endif
  return 0;
}
