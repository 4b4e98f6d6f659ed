// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int choose(long which, long index) {
  static char large[16], small[6];
  char *chosen = which ? small : large;
  return ++chosen[index & 7];
}

int main(void) { return choose(hide(1), hide(5)) != 1; }
