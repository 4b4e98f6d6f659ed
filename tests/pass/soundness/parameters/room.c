// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int sum(char *bytes, unsigned long count) {
  int sum = 0;
  for (unsigned long i = 0; i < count; i++)
    sum += ++bytes[i];
  return sum;
}

static char large[16], small[8];

int main(void) {
  unsigned long count = (unsigned long)hide(8) & 15;
  return sum(large, count) + sum(small, count) != 16;
}
