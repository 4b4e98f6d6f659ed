// A pointer that may be null is passed, and the distance from null leads to another variable.
//@ only: hosted a board has less memory
//@ levels: O2
//@ flags: -no-pie
//@ kills-mutants: parameters/null
#include "hide.h"

enum { MOST = 1 << 25 };
static char small[4], large[MOST];

static NOINLINE int at(volatile char *from, unsigned long index) {
  return from[index & (MOST - 1)]; //~ ERROR global-buffer-overflow
}

static NOINLINE int choose(int which, unsigned long index) { return at(which ? large : 0, index); }

int main(void) {
  touch(small);
#ifdef FIXED
  return choose((int)hide(1), hide(1)) + choose((int)hide(0), (long)small + hide(3)) == 77;
#else
  return choose((int)hide(1), hide(1)) + choose((int)hide(0), (long)small + hide(4)) == 77;
#endif
}
