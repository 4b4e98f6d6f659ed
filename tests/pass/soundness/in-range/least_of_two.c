// A number that is small with its sign and without.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(signed char n) {
  volatile char letters[256] = {1};
  if (n < -5)
    return 0;
  letters[1] = 2;
  signed char most = __builtin_elementwise_min(n, (signed char)7);
  return letters[(unsigned char)most + 5];
}

int main(void) { return at(hide(9)) == 77; }
