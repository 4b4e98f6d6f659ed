// Null was chosen, and the distance from it leads to another variable.
//@ only: hosted a board has less memory
//@ levels: O2
//@ flags: -no-pie
//@ kills-mutants: in-range/null
#include "hide.h"

enum { MOST = 1 << 25 };
static char small[4], large[MOST];

static NOINLINE int at(int which, unsigned long index) {
  volatile char *from = which ? large : 0;
  return from[index & (MOST - 1)]; //~ ERROR global-buffer-overflow
}

int main(void) {
  touch(small);
#ifdef FIXED
  return at((int)hide(1), hide(1)) + at((int)hide(0), (long)small + hide(3)) == 77;
#else
  return at((int)hide(1), hide(1)) + at((int)hide(0), (long)small + hide(4)) == 77;
#endif
}
