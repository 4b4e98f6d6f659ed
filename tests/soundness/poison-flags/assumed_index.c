// What the program says of its index is wrong.
//@ flags: -fno-sanecc-claims
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long index) {
  static int numbers[8];
  numbers[2] = 5;
  __builtin_assume(index >= 0 && index < 8);
  return numbers[index]; //~ ERROR global-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(8)) == 77; }
#endif
