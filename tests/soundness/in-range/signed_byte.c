// A byte that is extended with its sign.
//@ levels: O2
//@ kills-mutants: in-range/sign-extended
#include "hide.h"

int main(void) {
  volatile char bytes[256] = {0};
#ifdef FIXED
  volatile signed char small = hide(127);
#else
  volatile signed char small = hide(-1);
#endif
  return bytes[small]; //~ ERROR stack-buffer-underflow
}
