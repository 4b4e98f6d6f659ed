// The same by strcat.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include <string.h>

int main(void) {
  char a[8] = "hello";
  strcat(a, "wor"); //~ ERROR stack-buffer-overflow
  return 0;
}
