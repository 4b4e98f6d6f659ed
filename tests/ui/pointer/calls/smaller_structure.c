// A structure is passed where the function takes a larger one.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'long (structure of 40 bytes)' is called as 'long (structure of 24 bytes)'
#include "hide.h"

struct small {
  long parts[3];
};

struct large {
  long parts[5];
};

NOINLINE __attribute__((unused)) static long of_large(struct large it) { return it.parts[4]; }

NOINLINE static long of_small(struct small it) { return it.parts[2]; }

int main(void) {
  struct small small = {{1, 2, 3}};
  touch(&small);
#ifdef FIXED
  long (*volatile function)(struct small) = of_small;
#else
  long (*volatile function)(struct small) = (long (*)(struct small))of_large;
#endif
  return function(small) == 0; //~ ERROR type-confused-call
}
