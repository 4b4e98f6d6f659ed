// A library function writes where it is told to, and does not keep the address.
//@ levels: O2
//@ kills-mutants: load-forwarding/lent
#include "hide.h"
#include <math.h>

static NOINLINE int at(double number) {
  volatile int numbers[8] = {1};
  int exponent = 3;
  double part = frexp(number, &exponent);
  return numbers[exponent] + (part > 2); //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(100)) == 77; }
#else
int main(void) { return at(hide(200)) == 77; }
#endif
