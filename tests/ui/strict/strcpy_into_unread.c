// The same by strcpy, on the stack.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include <string.h>

int main(void) {
  char a[4];
#ifdef FIXED
  strcpy(a, "hel");
#else
  strcpy(a, "hell"); //~ ERROR stack-buffer-overflow
#endif
  return 0;
}
