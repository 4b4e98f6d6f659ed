// A block that nobody uses is freed twice.
//@ levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@ asan(O0 O1 O3): any only one level is compared
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  free(p);
  free(p); //~ ERROR double-free
  return 0;
}
