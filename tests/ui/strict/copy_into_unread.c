// A string is copied to where nobody reads it.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(4);
#ifdef FIXED
  if (!p)
    return 1;
  memcpy(p, "hello", hide(4));
#else
  memcpy(p, "hello", hide(5)); //~ ERROR heap-buffer-overflow
#endif
  free(p);
  return 0;
}
