// Behind a structure that nobody reads.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include "hide.h"

struct row {
  int cells[4];
};

int main(void) {
  struct row row;
  int *cells = row.cells;
  cells[hide(4)] = 1; //~ ERROR stack-buffer-overflow
  return 0;
}
