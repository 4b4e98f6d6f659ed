// A number that is small with its sign may be large without.
//@ levels: O2
//@ kills-mutants: in-range/other-view
#include "hide.h"

static NOINLINE int at(signed char n) {
  volatile char letters[256] = {1};
  if (n < -5)
    return 0;
  letters[1] = 2;
  signed char most = __builtin_elementwise_min(n, (signed char)7);
  return letters[(unsigned char)most + 5]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(9)) == 77; }
#else
int main(void) { return at(hide(-5)) == 77; }
#endif
