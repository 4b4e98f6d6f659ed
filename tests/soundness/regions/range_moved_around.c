// A pointer is moved so far that it wraps around: that it is not below the start says nothing of the distance.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ asan: SEGV it compares no bounds
//@ flags: -fwrapv
//@ kills-mutants: regions/inside
#include "hide.h"

static NOINLINE int at(long distance) {
  int all[8], other[8];
  touch(all);
  touch(other);
  int *moved = all + distance;
  if (moved >= all && distance < 8)
    return other[distance]; //~ ERROR stack-buffer-overflow
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(-(1L << 61))) == 77; }
#endif
