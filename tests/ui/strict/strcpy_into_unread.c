// The same by strcpy, on the stack.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include <string.h>

int main(void) {
  char a[4];
  strcpy(a, "hell"); //~ ERROR stack-buffer-overflow
  return 0;
}
