// A pointer that goes on in each iteration of an outer loop where it was left.
//@ levels: O2
//@ contains: bytes'
#include "hide.h"

static NOINLINE int walk(long turns) {
  static char bytes[16];
  int sum = 0;
  char *p = bytes;
  for (long turn = 0; turn < turns; turn++)
    for (char *end = p + 6; p != end; p++)
      sum += ++*p; //~ ERROR global-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return walk(hide(2)) != 12; }
#else
int main(void) { return walk(hide(3)); }
#endif
