// Both calls pass a beginning and an end in this order.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned long from, unsigned long to) {
  volatile int numbers[16] = {1};
  if (to > 16)
    return 0;
  return numbers[from];
}

static NOINLINE int second(unsigned long to) { return at(hide(2), to); }

int main(void) {
  unsigned long from = (unsigned long)hide(3), to = (unsigned long)hide(8);
  int sum = from < to ? at(from, to) : 0;
  return sum + second(hide(5)) == 77;
}
