// A member of null is read for nothing.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

struct pair {
  int first, second;
};

int main(void) {
#ifdef FIXED
  struct pair one = {1, 2}, *p = hide_pointer(&one);
#else
  struct pair one = {1, 2}, *p = hide_pointer(0);
#endif
  (void)p->second; //~ ERROR SEGV
  (void)one;
  return 0;
}
