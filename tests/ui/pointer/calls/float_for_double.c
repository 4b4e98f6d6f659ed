// A table of functions has one that takes a number of single precision.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'double (float)' is called as 'double (double)'
#include "hide.h"

typedef double (*rule)(double);

NOINLINE static double half(double x) { return x / 2; }

#ifdef FIXED
NOINLINE static double third(double x) { return x / 3; }
#else
NOINLINE static double third(float x) { return x / 3; }
#endif

static const rule rules[] = {half, (rule)third};

int main(void) {
  double sum = 0;
  for (long at = 0; at < hide(2); at++)
    sum += rules[at](1.0); //~ ERROR type-confused-call
  return sum == 0;
}
