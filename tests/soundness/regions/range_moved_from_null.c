// What is moved back from null is not below null.
//@ levels: O2
//@[bad] asan: any it compares no bounds
//@ flags: -fwrapv
//@ kills-mutants: regions/inside-of-null
#include "hide.h"

static NOINLINE int at(int chosen, long distance) {
  int all[8], other[8];
  touch(all);
  touch(other);
  int *start = chosen ? all : 0, *moved = start + distance;
  if (moved >= start && distance < 8)
    return other[distance]; //~ ERROR stack-buffer-underflow
  return 0;
}

#ifdef FIXED
int main(void) { return at((int)hide(0), hide(7)) == 77; }
#else
int main(void) { return at((int)hide(0), hide(-16)) == 77; }
#endif
