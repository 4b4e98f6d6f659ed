// Between neighbours another object is freed.
//@ levels: O2
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
  sum += three->third;
  return sum;
}

int main(void) {
  struct three *three = hide_pointer(calloc(1, sizeof *three));
  struct three *other = hide_pointer(calloc(1, sizeof *other));
  long sum = both(three, hide(0) ? three : other);
  free(three);
  return sum != 0;
}
