// A shift by too much is anything for LLVM, which takes it for one that fits, and with that decides the comparison of the offset.
//@ only: 64-bit a shift by 32 gives zero on 32-bit Arm
//@ flags: -fno-unroll-loops
//@ levels: O2
//@ kills-mutants: freeze/makes-poison
#include "hide.h"

static NOINLINE int at(unsigned value, unsigned by) {
  int numbers[8];
  for (int i = 0; i < 8; i++)
    numbers[i] = hide(i);
  if (by < 29)
    return 1;
  return numbers[value >> by]; //~ ERROR stack-buffer-overflow
}

int main(void) {
#ifdef FIXED
  return at(hide(0x80000000), hide(31)) == 77;
#else
  return at(hide(8), hide(32)) == 77;
#endif
}
