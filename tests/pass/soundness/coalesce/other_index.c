// The same within bounds.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct pair {
  long first;
  long second;
};

static NOINLINE long both(const struct pair *pairs, long i, long j) {
  long sum = pairs[i].first;
  sum += pairs[j].second;
  return sum;
}

int main(void) {
  struct pair *pairs = hide_pointer(calloc(4, sizeof *pairs));
  long sum = both(pairs, hide(1), hide(3));
  free(pairs);
  return sum != 0;
}
