// To the second adjacent access leads a way that does not pass the first.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct pair {
  long first;
  long second;
};

static NOINLINE long both(struct pair *pair, int skip) {
  long sum = 0;
  if (!skip)
    sum = pair->first;
  sum += pair->second; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  struct pair *pair = hide_pointer(calloc(1, sizeof *pair));
#else
  struct pair *pair = hide_pointer(calloc(1, sizeof(long)));
#endif
  long sum = both(pair, hide(1));
  free(pair);
  return sum != 0;
}
