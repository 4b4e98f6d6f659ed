// A remainder is less than what was divided by.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned long count, unsigned long number) {
  volatile int numbers[8] = {1};
  if (count > 8)
    return 0;
  unsigned long rest = 0;
  if (count)
    rest = number % count;
  return numbers[count - 1 - rest];
}

int main(void) { return at(hide(8), hide(5)) == 77; }
