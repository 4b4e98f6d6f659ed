// Between two adjacent accesses there is a division by zero, so the second, which lies beyond the chunk, is never read.
//@ only: x86_64 its division traps
//@ levels: O2
//@ kills-mutants: coalesce/division
#include "hide.h"
#include <stdlib.h>

struct pair {
  long first;
  long second;
};

static NOINLINE long both(const struct pair *pair, long by, long *seen) {
  long sum = pair->first;
  sum += *seen = 100 / by; //~ ERROR FPE
  return sum + pair->second;
}

int main(void) {
#ifdef FIXED
  struct pair *pair = hide_pointer(calloc(1, (unsigned long)hide(16)));
  long seen = 0;
  long sum = both(pair, hide(2), &seen);
#else
  struct pair *pair = hide_pointer(calloc(1, (unsigned long)hide(8)));
  long seen = 0;
  long sum = both(pair, hide(0), &seen);
#endif
  free(pair);
  return sum + seen == 77;
}
