// A pointer whose steps miss the end that it is compared with.
//@ levels: O2
//@ contains: bytes'
#include "hide.h"

static NOINLINE int walk(long count) {
  static char bytes[16];
  int sum = 0;
  char *end = bytes + (count & 15);
  for (char *p = bytes; p != end; p += 4)
    sum += ++*p; //~ ERROR global-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return walk(hide(12)) != 3; }
#else
int main(void) { return walk(hide(10)); }
#endif
