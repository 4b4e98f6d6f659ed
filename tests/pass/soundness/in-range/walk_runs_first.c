// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int walk(long from) {
  static char bytes[16];
  int sum = 0;
  char *end = bytes + 16;
  char *p = bytes + (from & 31) % 17;
  do
    sum += ++*p;
  while (++p != end);
  return sum;
}

int main(void) { return walk(hide(15)) != 1; }
