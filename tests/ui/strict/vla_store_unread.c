// Behind an array of variable size that nobody reads.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
  int n = hide(4);
  int a[n];
  a[n] = 1; //~ ERROR dynamic-stack-buffer-overflow
  return 0;
}
