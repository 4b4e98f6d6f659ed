// A sum that does not wrap, and is too large by one.
//@ only: 64-bit it counts on a long of 64 bits
//@ flags: -fno-unroll-loops
//@ levels: O2
//@[fixed] kills-mutants: in-range/dropped-flags in-range/promised-sum
#include "hide.h"

unsigned mixed;

int at(long a, long b, long most, unsigned h) {
  int numbers[8];
  INLINED_LATE; h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 12;
  h *= 0x297a2d39;
  mixed = h;
  for (int i = 0; i < 8; i++)
    numbers[i] = h;
  long sum = a + b;
  if (sum < 0)
    return 0;
  mixed++;
#ifdef FIXED
  if (most > 8)
#else
  if (most > 9)
#endif
    return 1;
  if (sum >= most)
    return 2;
  return numbers[sum] | 4; //~ ERROR stack-buffer-overflow
}

static NOINLINE int masked(long a, long b, long most) {
  return at(a & 0x7fffffffffffffff, b & 0x7fffffffffffffff, most, a);
}

int main(void) {
#ifdef FIXED
  return masked(hide(0x7fffffffffffffff), hide(0x7fffffffffffffff), hide(8));
#else
  return masked(hide(3), hide(5), hide(9));
#endif
}
