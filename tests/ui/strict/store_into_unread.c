// A block that nobody reads.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *p = malloc(hide(4));
  p[hide(4)] = 1; //~ ERROR heap-buffer-overflow
  free(p);
  return 0;
}
