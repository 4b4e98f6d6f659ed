// Of two indices one is compared, and the other one fits.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned long n, unsigned long m, unsigned long which) {
  volatile int numbers[8] = {1};
  if (m >= 8)
    return 0;
  unsigned long index = which ? n : m;
  return numbers[index];
}

int main(void) { return at(hide(7), hide(1), hide(1)) == 77; }
