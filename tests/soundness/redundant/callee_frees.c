// A callee of this module frees what was accessed before a branch.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void drop(int *number, long really) {
  if (really)
    free(number);
}

static NOINLINE int both(int *number, long really, long twice) {
  int sum = *number;
  drop(number, really);
  if (twice)
    sum += *number; //~ ERROR heap-use-after-free
  return sum;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
#ifdef FIXED
  int sum = both(number, hide(0), hide(1)) + both(number, hide(1), hide(0));
#else
  int sum = both(number, hide(0), hide(1)) + both(number, hide(1), hide(1));
#endif
  return sum;
}
