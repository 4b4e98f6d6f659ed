// Bits that both numbers have are there once.
//@ levels: O2
//@ kills-mutants: in-range/or-of-shared-bits
#include "hide.h"

int main(void) {
  volatile char bytes[8] = {0};
#ifdef FIXED
  unsigned long bits = hide(4);
#else
  unsigned long bits = hide(8);
#endif
  if (bits < 4 || hide(0))
    return 1;
  if (bits > 11 || hide(0))
    return 2;
  return bytes[(long)(bits | 8) - 12]; //~ ERROR stack-buffer-underflow
}
