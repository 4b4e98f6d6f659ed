// A sum that does not wrap, and is too large by one.
//@ levels: O2
//@[fixed] kills-mutants: in-range/operand-poison
#include "hide.h"
#include <limits.h>

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
  mixed = h;
  for (int i = 0; i < 8; i++)
    numbers[i] = h;
  long index = (a + b) & LONG_MAX;
#ifdef FIXED
  if (most > 8)
#else
  if (most > 9)
#endif
    return 1;
  if (index >= most)
    return 0;
  return numbers[index] | 4; //~ ERROR stack-buffer-overflow
}

static NOINLINE int halved(unsigned long a, unsigned long b, long most) {
  return at(a >> 1, b >> 1, most, a);
}

int main(void) {
#ifdef FIXED
  return halved(hide(-1), hide(-1), hide(8));
#else
  return halved(hide(6), hide(10), hide(9));
#endif
}
