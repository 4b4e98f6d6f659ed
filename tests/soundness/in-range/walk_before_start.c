// A pointer that goes down, looked at before it is compared with the start.
//@ levels: O2
//@ contains: bytes'
#include "hide.h"

static NOINLINE int walk(long from) {
  char bytes[16] = {0};
  int sum = 0;
  bytes[from & 15] = 1;
  char *p = bytes + (from & 15);
  do
    sum += ++*--p; //~ ERROR stack-buffer-underflow
  while (p != bytes);
  return sum;
}

#ifdef FIXED
int main(void) { return walk(hide(3)) != 3; }
#else
int main(void) { return walk(hide(0)); }
#endif
