// A chunk that nobody uses is freed by its second byte.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
#ifdef FIXED
  free(p);
#else
  free(p + 1); //~ ERROR bad-free
#endif
  return 0;
}
