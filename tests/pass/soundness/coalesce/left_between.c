// Between neighbours the program is left; the second would be beyond the object.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct three {
  long first;
  long second;
  int third;
};

static NOINLINE void leave(long really) {
  if (really)
    exit(0);
}

static NOINLINE long both(struct three *three, long really) {
  long sum = three->first;
  leave(really);
  sum += three->second;
  sum += three->third;
  return sum;
}

int main(void) {
  struct three *three = hide_pointer(calloc(1, 16));
  long sum = both(three, hide(1));
  free(three);
  return sum != 0;
}
