// Behind memory of alloca that nobody reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <alloca.h>

int main(void) {
  char *p = alloca(hide(8));
#ifdef FIXED
  p[hide(7)] = 1;
#else
  p[hide(8)] = 1; //~ ERROR dynamic-stack-buffer-overflow
#endif
  return 0;
}
