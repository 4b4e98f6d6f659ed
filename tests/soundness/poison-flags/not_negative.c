// An index that is not negative, as is assumed, and too large by one.
//@ flags: -fno-unroll-loops -fno-sanecc-claims
//@ levels: O2
//@[fixed] kills-mutants: in-range/promised-not-negative
#include "hide.h"

unsigned mixed;

int at(int index, long most, unsigned h) {
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
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  mixed = h;
  for (int i = 0; i < 8; i++)
    numbers[i] = h;
  __builtin_assume(index >= 0);
#ifdef FIXED
  if (most > 8)
#else
  if (most > 9)
#endif
    return 1;
  if ((unsigned)index >= most)
    return 0;
  return numbers[index] | 4; //~ ERROR stack-buffer-overflow
}

static NOINLINE int narrow(int index, int most) {
  return at(index, most, index);
}

int main(void) {
#ifdef FIXED
  return narrow(hide(-1), hide(8));
#else
  return narrow(hide(8), hide(9));
#endif
}
