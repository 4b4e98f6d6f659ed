// Behind a table that nobody reads.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include "hide.h"

static int table[4];

int main(void) {
  table[hide(4)] = 1; //~ ERROR global-buffer-overflow
  return 0;
}
