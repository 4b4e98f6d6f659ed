// A variable is written after its scope.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
    touch(p);
#ifdef FIXED
  *p = 2;
#endif
  }
#ifndef FIXED
  *p = 2; //~ ERROR stack-use-after-scope
#endif
  return 0;
}
