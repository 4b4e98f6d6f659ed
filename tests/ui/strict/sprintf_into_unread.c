// The same by sprintf.
//@ only: hosted fewer functions of the library are checked on boards
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include <stdio.h>

int main(void) {
  char a[4];
#ifdef FIXED
  sprintf(a, "hel");
#else
  sprintf(a, "hell"); //~ ERROR stack-buffer-overflow
#endif
  return 0;
}
