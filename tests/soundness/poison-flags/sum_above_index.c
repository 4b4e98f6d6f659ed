// An index that is no larger than a sum, which is too large by one.
//@ only: 64-bit it counts on a long of 64 bits
//@ flags: -fno-unroll-loops
//@ levels: O2
//@[fixed] kills-mutants: facts/poison
#include "hide.h"
#include <limits.h>

unsigned mixed;

int at(long index, long a, long b, long most, unsigned h) {
  int numbers[8];
  INLINED_LATE; h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  mixed = h;
  for (int i = 0; i < 8; i++)
    numbers[i] = h;
  long sum = a + b;
#ifdef FIXED
  if (most > 7)
#else
  if (most > 8)
#endif
    return 1;
  if (sum > most)
    return 2;
  mixed++;
  if (index > sum)
    return 0;
  mixed++;
  if (index < 0)
    return 3;
  return numbers[index] | 4; //~ ERROR stack-buffer-overflow
}

static NOINLINE int masked(long a, long b, long most) {
  return at(a & LONG_MAX, a & LONG_MAX, b & LONG_MAX, most, a);
}

static int called(long a, long b, long most) {
  return masked(hide(a), hide(b), hide(most));
}

int main(void) {
#ifdef FIXED
  return called(1L << 40, LONG_MAX, 7);
#else
  return called(8, 0, 8);
#endif
}
