// A function is called by a pointer without a prototype, so that its number gets there in double precision.
//@ flags: -g -w -std=gnu11 -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'int (float)' is called as 'int (double), without a prototype'
#include "hide.h"

NOINLINE static int scaled(float by) { return (int)(by * 8); }

NOINLINE static int exact(double by) { return (int)(by * 8); }

int main(void) {
  float value = (float)hide(2);
#ifdef FIXED
  int (*volatile function)() = exact;
#else
  int (*volatile function)() = (int (*)())scaled;
#endif
  return function(value) == 5; //~ ERROR type-confused-call
}
