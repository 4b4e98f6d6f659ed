// The variable of an earlier iteration.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    if (i)
      (void)*p; //~ ERROR stack-use-after-scope
#ifdef FIXED
    static int x;
    x = i;
#else
    int x = i;
#endif
    p = &x;
    touch(p);
  }
  return 0;
}
