// A byte that is extended without a sign.
//@ levels: O2
//@ kills-mutants: in-range/zero-extended
#include "hide.h"

int main(void) {
  volatile char bytes[256] = {0};
#ifdef FIXED
  volatile unsigned char small = hide(127);
#else
  volatile unsigned char small = hide(200);
#endif
  return bytes[small + 128]; //~ ERROR stack-buffer-overflow
}
