// Two ways lead to the access, and the index fits on the one that is taken.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned long which, unsigned long more) {
  volatile int numbers[8] = {1};
  if (which >= 8) {
    if (more == 5)
      return 0;
    numbers[1] = 3;
  } else if (more != 7)
    return 0;
  return numbers[which];
}

int main(void) { return at(hide(7), hide(7)) == 77; }
