// One of two calls passes less room than it says.
//@ levels: O2
//@ kills-mutants: parameters/less-in-every-call
#include "hide.h"

static NOINLINE int at(unsigned long from, unsigned long to) {
  volatile int numbers[16] = {1};
  if (to > 16)
    return 0;
  return numbers[from]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
static NOINLINE int second(unsigned long to) { return at(hide(2), to); }
#else
static NOINLINE int second(unsigned long to) { return at(hide(17), to); }
#endif

int main(void) {
  unsigned long from = (unsigned long)hide(3), to = (unsigned long)hide(8);
  int sum = from < to ? at(from, to) : 0;
  return sum + second(hide(5)) == 77;
}
