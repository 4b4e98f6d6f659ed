// Of two indices one is compared.
//@ levels: O2
//@ kills-mutants: in-range/both-choices
#include "hide.h"

static NOINLINE int at(unsigned long n, unsigned long m, unsigned long which) {
  volatile int numbers[8] = {1};
  if (m >= 8)
    return 0;
  unsigned long index = which ? n : m;
  return numbers[index]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(7), hide(1), hide(1)) == 77; }
#else
int main(void) { return at(hide(9), hide(1), hide(1)) == 77; }
#endif
