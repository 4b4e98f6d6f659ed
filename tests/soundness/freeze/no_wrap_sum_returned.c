// What is returned was computed with a promise that is broken; the callee is so large that LLVM would inline it only when checks stand.
//@ levels: O2
//@ kills-mutants: freeze/outside
#include "hide.h"

unsigned mixed;

long sum_of(long a, long b) {
  unsigned h = a, z = b;
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
  h ^= h >> 16;
  h += z;
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  h ^= h >> 12;
  h *= 0x297a2d39;
  h ^= h >> 15;
  h *= 0x5c1b3c6d;
  h ^= h >> 14;
  mixed = h;
  return a + b;
}

static NOINLINE int at(long a, long b, long most) {
  int numbers[8];
  long sum = sum_of(a & 0x7fffffffffffffff, b & 0x7fffffffffffffff);
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
