// The comparison holds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned long n) {
  volatile int numbers[8] = {1};
  if (n < 8) {
    numbers[n] = 2;
    return 0;
  }
  return numbers[n];
}

int main(void) { return at(hide(7)) == 77; }
