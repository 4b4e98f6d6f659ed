// An address at which there is nothing is read for nothing.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
  static int x;
  int *p = (int *)hide(0x123456789000);
  (void)*p; //~ ERROR SEGV
  (void)x;
  return 0;
}
