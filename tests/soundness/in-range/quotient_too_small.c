// What is divided is more than the quotient says.
//@ levels: O2
//@ kills-mutants: in-range/quotient-rounds
#include "hide.h"

static NOINLINE int at(long n, int m) {
  volatile int numbers[16] = {1};
  if (m > 7)
    return 0;
  numbers[1] = 3;
  if (n < -8)
    return 0;
  numbers[1] = 4;
  if (n > m)
    return 0;
  return numbers[2 * (long)(m >> 1) - n]; //~ ERROR stack-buffer-underflow
}

#ifdef FIXED
int main(void) { return at(hide(0), hide(1)) == 77; }
#else
int main(void) { return at(hide(1), hide(1)) == 77; }
#endif
