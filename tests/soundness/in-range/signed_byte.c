// A byte that is extended with its sign.
//@ levels: O2
//@ kills-mutants: in-range/sign-extended
#include "hide.h"

int main(void) {
  volatile char bytes[256] = {0};
  volatile signed char small = hide(-1);
  return bytes[small]; //~ ERROR stack-buffer-underflow
}
