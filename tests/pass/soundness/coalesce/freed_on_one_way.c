// On one of the ways from one neighbour to the other another object is freed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct pair {
  long first;
  long second;
};

static NOINLINE long both(struct pair *pair, struct pair *freed) {
  long sum = pair->first;
  if (freed)
    free(freed);
  sum += pair->second;
  return sum;
}

int main(void) {
  struct pair *pair = hide_pointer(calloc(1, sizeof *pair));
  struct pair *other = hide_pointer(calloc(1, sizeof *other));
  long sum = both(pair, hide(1) ? other : 0);
  free(pair);
  return sum != 0;
}
