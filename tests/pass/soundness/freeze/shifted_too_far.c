// A shift by as much as there is left.
//@ flags: -fno-unroll-loops
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned value, unsigned by) {
  int numbers[8];
  for (int i = 0; i < 8; i++)
    numbers[i] = hide(i);
  if (by < 29)
    return 1;
  return numbers[value >> by];
}

int main(void) {
  return at(hide(0x80000000), hide(31)) == 77;
}
