// A library function writes where it is told to, and what it writes fits.
//@ levels: O2
#include "hide.h"
#include <math.h>

static NOINLINE int at(double number) {
  volatile int numbers[8] = {1};
  int exponent = 3;
  double part = frexp(number, &exponent);
  return numbers[exponent] + (part > 2);
}

int main(void) { return at(hide(100)) == 77; }
