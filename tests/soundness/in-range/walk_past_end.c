// A pointer that begins behind the end that it is compared with.
//@ levels: O2
//@ contains: bytes'
#include "hide.h"

static NOINLINE int walk(long from, long to) {
  static char bytes[16];
  int sum = 0;
  char *end = bytes + (to & 15);
  for (char *p = bytes + (from & 15); p != end; p++)
    sum += ++*p; //~ ERROR global-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return walk(hide(4), hide(8)) != 4; }
#else
int main(void) { return walk(hide(8), hide(4)); }
#endif
