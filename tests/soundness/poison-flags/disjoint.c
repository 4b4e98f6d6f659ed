// Bits that are put together have none in common, and are too many by one.
//@ flags: -fno-sanecc-claims
//@ levels: O2
//@[fixed] kills-mutants: in-range/promised-disjoint
#include "hide.h"

unsigned mixed;

int at(unsigned long high, unsigned h) {
  char bytes[16];
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
  for (int i = 0; i < 16; i++)
    bytes[i] = h | 4;
  __builtin_assume((high & 3) == 0);
#ifdef FIXED
  if (high > 13)
#else
  if (high > 16)
#endif
    return 1;
  bytes[high | 3] = 0; //~ ERROR stack-buffer-overflow
  return bytes[15];
}

static NOINLINE int put(unsigned long high, unsigned h) {
  return at(high, h);
}

int main(void) {
#ifdef FIXED
  return put(hide(13), hide(7));
#else
  return put(hide(16), hide(7));
#endif
}
