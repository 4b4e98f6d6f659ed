// An index that is assumed not to be negative is, and so is turned away as one that is large, as the machine extends it, whatever LLVM learns when it inlines behind the checks.
//@ flags: -fno-unroll-loops
//@ levels: O2
//@ kills-mutants: in-range/promised-not-negative
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
  if (most > 8)
    return 1;
  if ((unsigned)index >= most)
    return 0;
  return numbers[index] | 4;
}

static NOINLINE int narrow(int index, int most) {
  return at(index, most, index);
}

int main(void) {
  return narrow(hide(-1), hide(8));
}
