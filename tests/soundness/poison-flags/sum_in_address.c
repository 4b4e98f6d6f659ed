// A sum that does not wrap, and leads so far that too little is left behind the address that is passed.
//@ only: 64-bit it counts on a long of 64 bits
//@ flags: -fno-unroll-loops
//@ levels: O2
//@[fixed] kills-mutants: freeze/addresses
#include "hide.h"

unsigned mixed;

static NOINLINE int get(int *place, long more) {
  return place[more] | 4; //~ ERROR stack-buffer-overflow
}

int at(long sum, long most, long more, unsigned h, unsigned z) {
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
    numbers[i] = z;
#ifdef FIXED
  if (most > 6)
#else
  if (most > 7)
#endif
    return 1;
  if (sum > most)
    return 2;
  if (sum < 0)
    return 0;
  mixed++;
  return get(&numbers[sum], more & 1);
}

static NOINLINE int of_sum(long a, long b, long most) {
  return at((a & 0x7fffffffffffffff) + (b & 0x7fffffffffffffff), most, a, a, b);
}

int main(void) {
#ifdef FIXED
  return of_sum(hide(0x7fffffffffffffff), hide(0x7fffffffffffffff), hide(6));
#else
  return of_sum(hide(3), hide(4), hide(7));
#endif
}
