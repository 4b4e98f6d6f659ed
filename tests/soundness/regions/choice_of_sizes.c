// An index that fits only the larger one of two objects.
//@ levels: O2
//@ contains: small'
//@ kills-mutants: regions/one-root
#include "hide.h"

static NOINLINE int choose(long which, long index) {
  static char large[16], small[6];
  char *chosen = which ? small : large;
  return ++chosen[index & 7]; //~ ERROR global-buffer-overflow
}

#ifdef FIXED
int main(void) { return choose(hide(1), hide(5)) != 1; }
#else
int main(void) { return choose(hide(1), hide(6)); }
#endif
