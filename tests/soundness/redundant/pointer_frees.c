// What is called through a pointer frees.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static void keep(void *block) { touch(block); }

static void (*ends[2])(void *) = {keep, free};

static NOINLINE int both(int *number, long which) {
  int sum = *number;
  ends[which](number);
#ifdef FIXED
  if (!which)
#else
  if (which)
#endif
    sum += *number; //~ ERROR heap-use-after-free
  return sum;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
  int sum = both(number, hide(0)) + both(number, hide(1));
  return sum;
}
