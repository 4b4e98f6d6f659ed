// Behind a structure that nobody reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

struct row {
  int cells[4];
};

int main(void) {
  struct row row;
  int *cells = row.cells;
#ifdef FIXED
  cells[hide(3)] = 1;
#else
  cells[hide(4)] = 1; //~ ERROR stack-buffer-overflow
#endif
  return 0;
}
