// The function is known where it is called by another type.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'int (int, int)' is called as 'int (int)'
#include "hide.h"

static int sum(int a, int b) { return a + b; }

int main(void) {
  int a = (int)hide(3);
#ifdef FIXED
  return ((int (*)(int, int))sum)(a, 4) != 7;
#else
  return ((int (*)(int))sum)(a) == 77; //~ ERROR type-confused-call
#endif
}
