// A counter without sign steps down, and is above zero behind its end.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const char *bytes, unsigned long from, unsigned long least) {
  int sum = 0;
  for (unsigned long i = from; i >= least; i -= 3)
    sum += bytes[i];
  return sum;
}

int main(void) {
  return sum(hide_pointer(calloc(93, 1)), hide(92), hide(3)) == 77;
}
