// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int walk(long from, long to) {
  static char bytes[16];
  int sum = 0;
  char *end = bytes + (to & 15);
  for (char *p = bytes + (from & 15); p != end; p++)
    sum += ++*p;
  return sum;
}

int main(void) { return walk(hide(4), hide(8)) != 4; }
