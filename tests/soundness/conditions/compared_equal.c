// Not less is not greater: the two may be equal.
//@ levels: O2
//@ kills-mutants: conditions/negated
#include "hide.h"

static NOINLINE int at(long n) {
  volatile int numbers[8] = {1};
  if (n < 0)
    return 0;
  numbers[1] = 3;
  if (n > 7)
    return 0;
  return numbers[n - 1]; //~ ERROR stack-buffer-underflow
}

#ifdef FIXED
int main(void) { return at(hide(1)) == 77; }
#else
int main(void) { return at(hide(0)) == 77; }
#endif
