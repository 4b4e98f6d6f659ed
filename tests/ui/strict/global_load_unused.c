// Behind a table.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include "hide.h"

static int table[3] = {1, 2, 3};

int main(void) {
  touch(table);
  (void)table[hide(3)]; //~ ERROR global-buffer-overflow
  return 0;
}
