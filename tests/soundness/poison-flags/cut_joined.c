// A number that fits, where two ways meet, and is too large by one.
//@ only: 64-bit it counts on a long of 64 bits
//@ flags: -fno-unroll-loops -fno-sanecc-claims
//@ levels: O2
//@[fixed] kills-mutants: in-range/phi-poison
#include "hide.h"

unsigned mixed;

int at(long whole, int other, int choice, int most, unsigned h) {
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
  __builtin_assume((unsigned long)whole < 0x80000000);
  int index = whole;
  if (choice) {
    mixed = choice;
    index = other;
  }
#ifdef FIXED
  if (most > 7)
#else
  if (most > 8)
#endif
    return 1;
  if (index > most)
    return 2;
  if (index < 0)
    return 0;
  mixed++;
  return numbers[index] | 4; //~ ERROR stack-buffer-overflow
}

static NOINLINE int first(long whole, int other, int most) {
  return at(whole, other, 0, most, other);
}

int main(void) {
#ifdef FIXED
  return first(hide((1L << 40) - 5), hide(3), hide(7));
#else
  return first(hide(8), hide(3), hide(8));
#endif
}
