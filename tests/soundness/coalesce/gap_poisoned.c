// Between adjacent accesses lies what the program has poisoned, and one access goes there.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

void __asan_poison_memory_region(void const volatile *start, unsigned long size);

struct three {
  long first;
  long second;
  int third;
};

static NOINLINE long outer(struct three *three, long inner) {
  long sum = three->first;
  sum += three->third;
  if (inner)
    sum += three->second; //~ ERROR use-after-poison
  return sum;
}

int main(void) {
  struct three *three = hide_pointer(calloc(1, sizeof *three));
  __asan_poison_memory_region(&three->second, sizeof three->second);
#ifdef FIXED
  long sum = outer(three, hide(0)) + outer(three, hide(0));
#else
  long sum = outer(three, hide(0)) + outer(three, hide(1));
#endif
  free(three);
  return sum != 0;
}
