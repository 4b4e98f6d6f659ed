// The same within bounds.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct pair {
  long first;
  long second;
};

static NOINLINE long both(const struct pair *pair, long by, long *seen) {
  long sum = pair->first;
  sum += *seen = 100 / by;
  return sum + pair->second;
}

int main(void) {
  struct pair *pair = hide_pointer(calloc(1, (unsigned long)hide(16)));
  long seen = 0;
  long sum = both(pair, hide(2), &seen);
  free(pair);
  return sum + seen == 77;
}
