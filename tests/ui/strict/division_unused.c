// An integer is divided by zero, and nobody uses the result.
//@ only: x86_64 its division traps
//@ contains: divided by zero
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent the division is gone
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

int main(void) {
#ifdef FIXED
  int divisor = (int)hide(3);
#else
  int divisor = (int)hide(0);
#endif
  int quotient = (int)hide(7) / divisor; //~ ERROR FPE
  int next = quotient + 1;
  (void)next;
  return 0;
}
