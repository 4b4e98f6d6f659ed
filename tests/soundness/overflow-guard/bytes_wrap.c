// A number of bytes wraps to a small one, as unsigned numbers may.
//@ levels: O1 O2
//@ kills-mutants: overflow-guard/recorded in-range/guessed-relation in-range/wraps
#include "hide.h"

static NOINLINE void clear(unsigned n) {
  volatile int numbers[16];
  unsigned bytes = n * 4;
  if (bytes <= sizeof numbers)
    for (unsigned i = 0; i < n; i++) numbers[i] = 0; //~ ERROR stack-buffer-overflow
}

int main(void) {
#ifdef FIXED
  clear(hide(16));
#else
  clear(hide(0x40000001));
#endif
  return 0;
}
