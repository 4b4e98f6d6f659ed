// A counter without sign steps over zero.
//@ levels: O2
//@ kills-mutants: affine/counter-below-zero
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const char *bytes, unsigned long from, unsigned long least) {
  int sum = 0;
  for (unsigned long i = from; i >= least; i -= 3)
    sum += bytes[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  return sum(hide_pointer(calloc(93, 1)), hide(92), hide(3)) == 77;
#else
  return sum(hide_pointer(calloc(93, 1)), hide(92), hide(2)) == 77;
#endif
}
