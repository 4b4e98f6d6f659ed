// Not less, and not equal.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  volatile int numbers[8] = {1};
  if (n < 0)
    return 0;
  numbers[1] = 3;
  if (n > 7)
    return 0;
  return numbers[n - 1];
}

int main(void) { return at(hide(1)) == 77; }
