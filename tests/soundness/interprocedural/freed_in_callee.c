// What the caller has accessed is freed by the callee, before that accesses it.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number, long really) {
#ifdef FIXED
  *number = 7;
  if (really)
    free(number);
#else
  if (really)
    free(number);
  *number = 7; //~ ERROR heap-use-after-free
#endif
}

static NOINLINE void both(long *number, long really) {
  *number = 5;
  put(number, really);
}

int main(void) {
  both(hide_pointer(calloc(1, sizeof(long))), hide(0));
  both(hide_pointer(calloc(1, sizeof(long))), hide(1));
  return 0;
}
