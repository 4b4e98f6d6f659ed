// A function of old style is called with an argument less than it has.
//@ flags: -g -w -std=gnu11 -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'int (int, int)' is called as 'int (int), without a prototype'
#include "hide.h"

NOINLINE static int between(low, high) int low, high;
{ return (low + high) / 2; }

int main(void) {
  int low = (int)hide(2);
#ifdef FIXED
  return between(low, 4) != 3;
#else
  return between(low) == 77; //~ ERROR type-confused-call
#endif
}
