// The quotient of a negative number is rounded up.
//@ levels: O2
//@ kills-mutants: in-range/negative-quotient
#include "hide.h"

static NOINLINE int at(long n, int m) {
  volatile int numbers[16] = {1};
  if (m < -8)
    return 0;
  numbers[1] = 3;
  if (n > 7)
    return 0;
  numbers[1] = 4;
  if (m > n)
    return 0;
  return numbers[n - 2 * (long)(m / 2)]; //~ ERROR stack-buffer-underflow
}

#ifdef FIXED
int main(void) { return at(hide(0), hide(-1)) == 77; }
#else
int main(void) { return at(hide(-1), hide(-1)) == 77; }
#endif
