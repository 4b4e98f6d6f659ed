// A sum of what is not negative promises not to wrap. LLVM takes it for not negative, and with that decides the comparison of the offset, too.
//@ flags: -fno-unroll-loops
//@ levels: O2
//@ kills-mutants: bounds-only/dropped-flags
#include "hide.h"

static NOINLINE int at(long a, long b, long most) {
  int numbers[8];
  long sum = (a & 0x7fffffffffffffff) + (b & 0x7fffffffffffffff);
  for (int i = 0; i < 8; i++)
    numbers[i] = hide(i);
  if (most > 8)
    return 1;
  if (sum >= most)
    return 2;
  return numbers[sum]; //~ ERROR stack-buffer-underflow
}

int main(void) {
#ifdef FIXED
  return at(hide(3), hide(4), hide(8)) == 77;
#else
  return at(hide(0x7fffffffffffffff), hide(0x7fffffffffffffff), hide(8)) == 77;
#endif
}
