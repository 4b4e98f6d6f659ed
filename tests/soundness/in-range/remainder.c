// The remainder of a negative number is negative.
//@ levels: O2
//@ kills-mutants: in-range/negative-remainder
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  return numbers[n % 8]; //~ ERROR stack-buffer-underflow
}

#ifdef FIXED
int main(void) { return at(hide(7)) == 77; }
#else
int main(void) { return at(hide(-1)) == 77; }
#endif
