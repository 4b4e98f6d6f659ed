// A length that fits the array of one call and not that of another.
//@ levels: O2
//@ contains: small'
//@ kills-mutants: parameters/room-in-every-call
#include "hide.h"

static NOINLINE int sum(char *bytes, unsigned long count) {
  int sum = 0;
  for (unsigned long i = 0; i < count; i++)
    sum += ++bytes[i]; //~ ERROR global-buffer-overflow
  return sum;
}

static char large[16], small[8];

int main(void) {
#ifdef FIXED
  unsigned long count = (unsigned long)hide(8) & 15;
  return sum(large, count) + sum(small, count) != 16;
#else
  unsigned long count = (unsigned long)hide(9) & 15;
  return sum(large, count) + sum(small, count);
#endif
}
