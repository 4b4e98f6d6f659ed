// What the callee has accessed is freed when it has returned.
//@ levels: O2
//@ kills-mutants: effects/frees
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number) { *number = 7; }

static NOINLINE void drop(long *number, long really) {
  if (really)
    free(number);
}

static NOINLINE void both(long *number, long really) {
  put(number);
  drop(number, really);
#ifdef FIXED
  if (!really)
#endif
  *number += 5; //~ ERROR heap-use-after-free
}

int main(void) {
  both(hide_pointer(calloc(1, sizeof(long))), hide(0));
  both(hide_pointer(calloc(1, sizeof(long))), hide(1));
  return 0;
}
