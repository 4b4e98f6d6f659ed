// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int walk(long from) {
  char bytes[16] = {0};
  int sum = 0;
  bytes[from & 15] = 1;
  char *p = bytes + (from & 15);
  do
    sum += ++*--p;
  while (p != bytes);
  return sum;
}

int main(void) { return walk(hide(3)) != 3; }
