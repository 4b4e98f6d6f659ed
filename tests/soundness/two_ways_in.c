// Two ways lead to the access, and one of them says nothing of the index.
//@ levels: O2
//@ holds: conditions/one-way-in
#include "hide.h"

static NOINLINE int at(unsigned long which, unsigned long more) {
  volatile int numbers[8] = {1};
  if (which >= 8) {
    if (more == 5)
      return 0;
    numbers[1] = 3;
  } else if (more != 7)
    return 0;
  return numbers[which]; //~ ERROR stack-buffer-overflow
}

int main(void) { return at(hide(9), hide(7)) == 77; }
