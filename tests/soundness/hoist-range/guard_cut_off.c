// The limit is compared after it was cut off to eight bits.
//@ levels: O1 O2
//@ kills-mutants: hoist-range/bounds-inside
#include "hide.h"

static NOINLINE void put(unsigned long n) {
  volatile int numbers[16];
  unsigned char few = n;
  if (few <= 16)
    for (unsigned long i = 0; i < n; i++) numbers[i] = few; //~ ERROR stack-buffer-overflow
}

int main(void) {
#ifdef FIXED
  put(hide(16));
#else
  put(hide(256 + 4));
#endif
  return 0;
}
