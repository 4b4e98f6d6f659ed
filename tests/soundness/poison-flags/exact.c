// A distance of whole elements, one too many.
//@ flags: -fno-unroll-loops
//@ levels: O2
//@[fixed] kills-mutants: in-range/promised-exact
#include "hide.h"

unsigned mixed;

int at(int *begin, int *end, int choice, long most, long other, unsigned h) {
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
  h ^= h >> 15;
  h *= 0x2c1b3c6d;
  mixed = h;
  for (int i = 0; i < 8; i++)
    numbers[i] = h;
  long index = end - begin;
  if (choice)
    index = other;
#ifdef FIXED
  if (most > 8)
#else
  if (most > 9)
#endif
    return 1;
  if (index > most)
    return 2;
  if (index < 0)
    return 3;
  if (index == 8)
    return 0;
  mixed++;
  return numbers[index] | 4; //~ ERROR stack-buffer-overflow
}

static NOINLINE int first(void *begin, void *end, long most, long other) {
  return at(begin, end, 0, most, other, other);
}

int main(void) {
  static char bytes[40];
#ifdef FIXED
  return first(hide_pointer(bytes), hide_pointer(bytes + 33), hide(8), hide(7));
#else
  return first(hide_pointer(bytes), hide_pointer(bytes + 36), hide(9), hide(7));
#endif
}
