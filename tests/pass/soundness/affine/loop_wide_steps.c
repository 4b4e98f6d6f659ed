// There is one round.
//@ levels: O2
#include "hide.h"

static char bytes[1 << 28];

static NOINLINE int sum(const char *from, long last) {
  int sum = 0;
  for (long i = 0; i <= last; i++)
    sum += from[i << 28];
  return sum;
}

int main(void) { return sum(hide_pointer(bytes), hide(0)) == 77; }
