// Between adjacent accesses the program may be left: behind that, the second is beyond the object.
//@ only: 64-bit it counts on a long of 64 bits
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
  sum += three->third; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  struct three *three = hide_pointer(calloc(1, 16));
#ifdef FIXED
  long sum = both(three, hide(1));
#else
  long sum = both(three, hide(0));
#endif
  free(three);
  return sum != 0;
}
