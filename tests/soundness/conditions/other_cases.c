// None of the numbers leads to the place where the index is used.
//@ levels: O2
//@ kills-mutants: conditions/switch-default
#include "hide.h"

static NOINLINE int at(unsigned long which) {
  volatile int numbers[8] = {1};
  switch (which) {
  case 3:
    return numbers[1];
  case 6:
    return numbers[0] + 3;
  case 11:
    return 4;
  default:
    return numbers[which]; //~ ERROR stack-buffer-overflow
  }
}

#ifdef FIXED
int main(void) { return at(hide(2)) == 77; }
#else
int main(void) { return at(hide(9)) == 77; }
#endif
