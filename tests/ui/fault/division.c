// An integer is divided by zero.
//@ only: x86_64 a division by zero traps
//@ contains: divided by zero
#include "hide.h"

int main(void) {
#ifdef FIXED
  int divisor = (int)hide(3);
  return (int)hide(7) / divisor - 2;
#else
  int divisor = (int)hide(0);
  return (int)hide(7) / divisor; //~ ERROR FPE
#endif
}
