// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int walk(long count) {
  static char bytes[16];
  int sum = 0;
  char *end = bytes + (count & 15);
  for (char *p = bytes; p != end; p += 4)
    sum += ++*p;
  return sum;
}

int main(void) { return walk(hide(12)) != 3; }
