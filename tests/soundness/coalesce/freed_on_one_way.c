// On one of the ways from one neighbour to the other the object is freed.
//@ levels: O2
//@ kills-mutants: coalesce/quiet
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
  sum += pair->second; //~ ERROR heap-use-after-free
  return sum;
}

int main(void) {
  struct pair *pair = hide_pointer(calloc(1, sizeof *pair));
  long sum = both(pair, hide(1) ? pair : 0);
  return sum != 0;
}
