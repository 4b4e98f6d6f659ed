// What a mask keeps in a table that is larger than the memory.
//@ only: hosted redzones of a board are short
//@ flags: -fno-unroll-loops
//@ levels: O2
//@[fixed] kills-mutants: hoist-range/dropped-flags
#include "hide.h"
#include <limits.h>
#include <stdlib.h>

unsigned mixed;

void find(long *found, long z, unsigned h) {
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
  *found = z | LONG_MIN;
}

static NOINLINE void mark(int *table, long z, long w, long n) {
  long low;
  for (long i = 0; i < n; i++) {
    find(&low, z ^ i, i);
    long high = w ^ i;
    if (high > 8)
      high = 8;
    long sum = low + high;
    if (sum < 0)
      sum = 0;
#ifdef FIXED
    table[sum & 7] = 1;
#else
    table[sum & 15] = 1; //~ ERROR heap-buffer-overflow
#endif
  }
}

int main(void) {
  int *table = hide_pointer(calloc(8, sizeof *table));
  mark(table, hide(0), hide(-1), hide(64));
  return table[7] != 1;
}
