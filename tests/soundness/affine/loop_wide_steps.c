// What all iterations add up to comes around to where they began.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ kills-mutants: affine/factor
#include "hide.h"

static char bytes[1 << 28];

static NOINLINE int sum(const char *from, long last) {
  int sum = 0;
  for (long i = 0; i <= last; i++)
    sum += from[i << 28]; //~ ERROR global-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return sum(hide_pointer(bytes), hide(0)) == 77; }
#else
int main(void) { return sum(hide_pointer(bytes), hide(1L << 36)) == 77; }
#endif
