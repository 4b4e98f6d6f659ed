// The same by strcat.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include <string.h>

int main(void) {
  char a[8] = "hello";
#ifdef FIXED
  strcat(a, "wo");
#else
  strcat(a, "wor"); //~ ERROR stack-buffer-overflow
#endif
  return 0;
}
