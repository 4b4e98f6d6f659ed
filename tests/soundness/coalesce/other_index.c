// Two adjacent accesses, but of two elements, of which the second lies beyond the chunk.
//@ levels: O2
//@ kills-mutants: coalesce/same-index
#include "hide.h"
#include <stdlib.h>

struct pair {
  long first;
  long second;
};

static NOINLINE long both(const struct pair *pairs, long i, long j) {
  long sum = pairs[i].first;
  sum += pairs[j].second; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  struct pair *pairs = hide_pointer(calloc(4, sizeof *pairs));
#ifdef FIXED
  long sum = both(pairs, hide(1), hide(3));
#else
  long sum = both(pairs, hide(1), hide(4));
#endif
  free(pairs);
  return sum != 0;
}
