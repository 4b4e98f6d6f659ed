// Null is handed to a function that only reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

static NOINLINE int get(const int *from) {
  return *from; //~ ERROR SEGV
}

int main(void) {
  int x = 1;
#ifdef FIXED
  get(hide_pointer(&x));
#else
  get(hide_pointer(0));
#endif
  (void)x;
  return 0;
}
