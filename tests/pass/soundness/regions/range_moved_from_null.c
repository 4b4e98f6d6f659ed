// What is moved on from null.
//@ levels: O2
//@ flags: -fwrapv
#include "hide.h"

static NOINLINE int at(int chosen, long distance) {
  int all[8], other[8];
  touch(all);
  touch(other);
  int *start = chosen ? all : 0, *moved = start + distance;
  if (moved >= start && distance < 8)
    return other[distance];
  return 0;
}

int main(void) { return at((int)hide(0), hide(7)) == 77; }
