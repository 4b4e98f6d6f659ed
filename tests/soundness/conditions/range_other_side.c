// Where a comparison fails, its opposite holds.
//@ levels: O2
//@ kills-mutants: conditions/other-branch
#include "hide.h"

static NOINLINE int at(unsigned long n) {
  volatile int numbers[8] = {1};
  if (n < 8) {
    numbers[n] = 2;
    return 0;
  }
  return numbers[n]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(8)) == 77; }
#endif
