// What is passed was computed with a promise that is broken; the callee is so large that LLVM would inline it only when checks stand.
//@ levels: O2
//@ kills-mutants: freeze/outside
#include "hide.h"

unsigned mixed;

int at(long sum, long most, unsigned h, unsigned z) {
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
  mixed = h;
  for (int i = 0; i < 8; i++)
    numbers[i] = z;
  if (most > 8)
    return 1;
  if (sum >= most)
    return 2;
  return numbers[sum]; //~ ERROR stack-buffer-underflow
}

static NOINLINE int of_sum(long a, long b, long most) {
  return at((a & 0x7fffffffffffffff) + (b & 0x7fffffffffffffff), most, a, b);
}

int main(void) {
#ifdef FIXED
  return of_sum(hide(3), hide(4), hide(8)) == 77;
#else
  return of_sum(hide(0x7fffffffffffffff), hide(0x7fffffffffffffff), hide(8)) == 77;
#endif
}
