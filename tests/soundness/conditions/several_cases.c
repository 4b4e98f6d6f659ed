// Several numbers lead to one place, with the index that they are.
//@ levels: O2
//@ kills-mutants: conditions/one-edge
#include "hide.h"

static NOINLINE int at(unsigned long which, unsigned long more) {
  volatile int numbers[8] = {1};
  unsigned long index = which;
  switch (which) {
  case 3:
  case 11:
  case 40:
    break;
  case 5:
    index = more & 7;
    numbers[1] = 2;
    break;
  default:
    return 2;
  }
  return numbers[index]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(3), 0) == 77; }
#else
int main(void) { return at(hide(11), 0) == 77; }
#endif
