// On one of the ways from one adjacent access to the other the object is freed.
//@ levels: O2
//@ kills-mutants: coalesce/side-block
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
#ifdef FIXED
  struct pair *other = hide_pointer(calloc(1, sizeof *other));
  long sum = both(pair, hide(1) ? other : 0);
  free(pair);
#else
  long sum = both(pair, hide(1) ? pair : 0);
#endif
  return sum != 0;
}
