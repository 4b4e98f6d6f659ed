// A walk begins in front of the array and ends inside of it.
//@ levels: O2
//@ kills-mutants: hoist-range/bounds-ordered
#include "hide.h"

static NOINLINE int sum(long from, long count) {
  volatile int numbers[64] = {1};
  int sum = 0;
  for (long i = from; i < count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-underflow
  return sum;
}

#ifdef FIXED
int main(void) { return sum(hide(0), hide(63)) == 77; }
#else
int main(void) { return sum(hide(-1), hide(63)) == 77; }
#endif
