// A difference that stops at nothing.
//@ levels: O2
//@ kills-mutants: intrinsics/saturated-below
#include "hide.h"

static NOINLINE int at(unsigned long n, unsigned long m) {
  volatile int numbers[8] = {1};
  if (n > 3)
    return 0;
  numbers[1] = 2;
  if (m > 4)
    return 0;
  unsigned long less = n > m ? n - m : 0;
  return numbers[less + 2 * m]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(2), hide(3)) == 77; }
#else
int main(void) { return at(hide(2), hide(4)) == 77; }
#endif
