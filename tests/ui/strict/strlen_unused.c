// The length of what has no end, for nothing.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <string.h>

int main(void) {
  char a[4] = {'a', 'b', 'c', 'd'};
#ifdef FIXED
  a[3] = 0;
  (void)!strlen(hide_pointer(a));
#else
  strlen(hide_pointer(a)); //~ ERROR stack-buffer-overflow
#endif
  return 0;
}
