// A sum that stops at the most there is.
//@ levels: O2
//@ kills-mutants: intrinsics/saturated-above
#include "hide.h"

static NOINLINE int at(unsigned int n, unsigned int m) {
  volatile int numbers[8] = {1};
  unsigned int all = __builtin_elementwise_add_sat(n, m);
  return numbers[(unsigned long)n + m - all]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(0xffffffff), hide(7)) == 77; }
#else
int main(void) { return at(hide(0xffffffff), hide(8)) == 77; }
#endif
