// A structure is copied from a chunk that is too small, and not used.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

struct big {
  char bytes[100];
};

int main(void) {
#ifdef FIXED
  struct big *p = malloc(sizeof *p);
#else
  struct big *p = malloc(50);
#endif
  if (!p)
    return 1;
  touch(p);
  struct big copy = *p; //~ ERROR heap-buffer-overflow
  (void)copy;
  free(p);
  return 0;
}
