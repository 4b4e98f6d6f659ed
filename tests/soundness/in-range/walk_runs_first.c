// A loop that asks only after its first iteration, with nothing to do.
//@ levels: O2
//@ contains: bytes'
#include "hide.h"

static NOINLINE int walk(long from) {
  static char bytes[16];
  int sum = 0;
  char *end = bytes + 16;
  char *p = bytes + (from & 31) % 17;
  do
    sum += ++*p; //~ ERROR global-buffer-overflow
  while (++p != end);
  return sum;
}

#ifdef FIXED
int main(void) { return walk(hide(15)) != 1; }
#else
int main(void) { return walk(hide(16)); }
#endif
