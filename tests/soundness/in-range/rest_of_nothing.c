// What bounds the one of two remainders that there is would bound the divisor, too.
//@ levels: O2
//@ kills-mutants: in-range/fixed
#include "hide.h"

static NOINLINE int at(unsigned long count, unsigned long number) {
  volatile int numbers[8] = {1};
  if (count > 8)
    return 0;
  unsigned long rest = 0;
  if (count)
    rest = number % count;
  return numbers[count - 1 - rest]; //~ ERROR stack-buffer-underflow
}

#ifdef FIXED
int main(void) { return at(hide(8), hide(5)) == 77; }
#else
int main(void) { return at(hide(0), hide(5)) == 77; }
#endif
