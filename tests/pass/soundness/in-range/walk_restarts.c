// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int walk(long turns) {
  static char bytes[16];
  int sum = 0;
  char *p = bytes;
  for (long turn = 0; turn < turns; turn++)
    for (char *end = p + 6; p != end; p++)
      sum += ++*p;
  return sum;
}

int main(void) { return walk(hide(2)) != 12; }
