// A result is written where the caller wants none.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ contains: null pointer
#include "hide.h"
#include <stddef.h>

NOINLINE static int divide(int a, int b, int *rest) {
#ifdef FIXED
  if (rest)
#endif
    *rest = a % b; //~ ERROR SEGV
  return a / b;
}

int main(void) { return divide((int)hide(7), 2, hide_pointer(NULL)) - 3; }
