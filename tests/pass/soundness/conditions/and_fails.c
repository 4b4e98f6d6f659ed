// A conjunction fails because of its second part.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned long a, unsigned long b) {
  volatile int numbers[8] = {1};
  if ((a < 8) & (b == 3))
    return 0;
  return numbers[a];
}

int main(void) { return at(hide(3), hide(4)) == 77; }
