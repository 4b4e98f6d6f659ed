// A sum of what is not negative promises not to wrap, and does not.
//@ flags: -fno-unroll-loops
//@ levels: O2
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
  return numbers[sum];
}

int main(void) {
  return at(hide(3), hide(4), hide(8)) == 77;
}
