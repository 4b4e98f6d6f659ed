// Behind a table.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

static int table[3] = {1, 2, 3};

int main(void) {
  touch(table);
#ifdef FIXED
  (void)table[hide(2)];
#else
  (void)table[hide(3)]; //~ ERROR global-buffer-overflow
#endif
  return 0;
}
