// The same by sprintf.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include <stdio.h>

int main(void) {
  char a[4];
  sprintf(a, "hell"); //~ ERROR stack-buffer-overflow
  return 0;
}
