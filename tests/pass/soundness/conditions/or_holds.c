// One of two bounds holds, the one that counts.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned long a, unsigned long b) {
  volatile int numbers[8] = {1};
  if ((a < 8) | (b == 3))
    return numbers[a];
  return 0;
}

int main(void) { return at(hide(3), hide(9)) == 77; }
