// Of several adjacent accesses the last one lies beyond the object.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct three {
  long first;
  long second;
  int third;
};

static NOINLINE long all(struct three *three) {
  long sum = three->first;
  sum += three->second;
  sum += three->third; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  struct three *three = hide_pointer(calloc(1, (unsigned long)hide(20)));
#else
  struct three *three = hide_pointer(calloc(1, (unsigned long)hide(16)));
#endif
  long sum = all(three);
  free(three);
  return sum != 0;
}
