// A difference that stops at zero, of a number that is large.
//@ flags: -fno-unroll-loops
//@ levels: O2
//@[fixed] kills-mutants: intrinsics/poison
#include "hide.h"

unsigned mixed;

int at(int a, int b, unsigned start, unsigned h) {
  int numbers[9];
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
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  mixed = h;
  for (int i = 0; i < 9; i++)
    numbers[i] = h | 4;
  int sum = a + b;
#ifdef FIXED
  if (start > 0x80000007)
#else
  if (start > 0xffffffff)
#endif
    return 1;
  unsigned rest = __builtin_elementwise_sub_sat(start, (unsigned)sum);
  numbers[rest >> 28] = 0; //~ ERROR stack-buffer-overflow
  return numbers[0];
}

static NOINLINE int halved(unsigned a, unsigned b, unsigned start) {
  return at(a >> 1, b >> 1, start | 0x80000000, a);
}

int main(void) {
#ifdef FIXED
  return halved(hide(-1), hide(0x80000002), hide(3));
#else
  return halved(hide(0), hide(0), hide(-1));
#endif
}
