// A pointer is moved by a distance that is not negative.
//@ levels: O2
//@ flags: -fwrapv
#include "hide.h"

static NOINLINE int at(long distance) {
  int all[8], other[8];
  touch(all);
  touch(other);
  int *moved = all + distance;
  if (moved >= all && distance < 8)
    return other[distance];
  return 0;
}

int main(void) { return at(hide(7)) == 77; }
