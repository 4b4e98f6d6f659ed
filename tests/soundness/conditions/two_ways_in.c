// Two ways lead to the access, and one of them says nothing of the index.
//@ levels: O2
//@ kills-mutants: conditions/one-way-in
#include "hide.h"

static NOINLINE int at(unsigned long n, unsigned long more) {
  volatile int numbers[8] = {1};
  if (n < 8)
    goto use;
  numbers[1] = 3;
  if (more != 7)
    return 0;
  numbers[2] = 3;
use:
  return numbers[n]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(5), hide(7)) == 77; }
#else
int main(void) { return at(hide(9), hide(7)) == 77; }
#endif
