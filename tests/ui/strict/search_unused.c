// A loop looks for an end that nobody asks for.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (!p)
    return 1;
  for (int i = 0; i < 4; i++)
    p[i] = 'x';
#ifdef FIXED
  p[3] = 0;
#endif
  touch(p);
  for (char *at = p; *at; at++) //~ ERROR heap-buffer-overflow
    ;
  free(p);
  return 0;
}
