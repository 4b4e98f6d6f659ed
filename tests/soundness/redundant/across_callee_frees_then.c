// The callee frees what it has accessed before it returns.
//@ levels: O2
//@ kills-mutants: redundant/call redundant/every-path effects/library-frees
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number, long really) {
  *number = 7;
  if (really)
    free(number);
}

static NOINLINE void both(long *number, long really) {
  put(number, really);
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
