// What a caller without accesses assumes is so; the callee adds one.
//@ only: 64-bit it counts on a long of 64 bits
//@ flags: -fno-unroll-loops -fno-sanecc-claims
//@ levels: O2
//@[fixed] kills-mutants: freeze/ranges
#include "hide.h"

unsigned mixed;

int at(unsigned long index, unsigned h, unsigned z) {
  int numbers[8];
  INLINED_LATE; h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  mixed = h;
  for (int i = 0; i < 8; i++)
    numbers[i] = z;
#ifdef FIXED
  return numbers[index & 7];
#else
  return numbers[(index & 7) + 1]; //~ ERROR stack-buffer-overflow
#endif
}

static NOINLINE int few(unsigned long index, unsigned z) {
  __builtin_assume(index < 8);
  return at(index, z, z);
}

int main(void) {
#ifdef FIXED
  return few(hide(0x10000000001), hide(0));
#else
  return few(hide(7), hide(0));
#endif
}
