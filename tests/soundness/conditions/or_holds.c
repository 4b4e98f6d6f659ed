// One of two bounds holds, and nobody says which.
//@ levels: O2
//@ kills-mutants: conditions/or-holds
#include "hide.h"

static NOINLINE int at(unsigned long a, unsigned long b) {
  volatile int numbers[8] = {1};
  if ((a < 8) | (b == 3))
    return numbers[a]; //~ ERROR stack-buffer-overflow
  return 0;
}

#ifdef FIXED
int main(void) { return at(hide(3), hide(9)) == 77; }
#else
int main(void) { return at(hide(9), hide(3)) == 77; }
#endif
