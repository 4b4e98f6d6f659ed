// Variables that are not to be checked are taken for one array, and one that is checked for what it is.
//@ levels: O2
//@[fixed] kills-mutants: object/unchecked
#include "hide.h"

__attribute__((no_sanitize("address"))) static volatile int first = 3, second = 5;
static volatile int numbers[8];

static NOINLINE int next(long n) {
  volatile int *all = &first;
  second = n;
  return all[n & 1] + numbers[n]; //~ ERROR global-buffer-overflow
}

#ifdef FIXED
int main(void) { return next(hide(1)) == 77; }
#else
int main(void) { return next(hide(9)) == 77; }
#endif
