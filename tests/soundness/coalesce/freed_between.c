// Between adjacent accesses the object is freed.
//@ levels: O2
//@ kills-mutants: coalesce/call
#include "hide.h"
#include <stdlib.h>

struct three {
  long first;
  long second;
  int third;
};

static NOINLINE long both(struct three *three, struct three *freed) {
  long sum = three->first;
  sum += three->second;
  free(freed);
  sum += three->third; //~ ERROR heap-use-after-free
  return sum;
}

int main(void) {
  struct three *three = hide_pointer(calloc(1, sizeof *three));
  struct three *other = hide_pointer(calloc(1, sizeof *other));
#ifdef FIXED
  long sum = both(three, hide(0) ? three : other);
  free(three);
#else
  long sum = both(three, hide(1) ? three : other);
#endif
  return sum != 0;
}
