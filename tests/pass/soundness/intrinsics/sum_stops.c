// A sum that stops at the most there is, not far beyond.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned int n, unsigned int m) {
  volatile int numbers[8] = {1};
  unsigned int all = __builtin_elementwise_add_sat(n, m);
  return numbers[(unsigned long)n + m - all];
}

int main(void) { return at(hide(0xffffffff), hide(7)) == 77; }
