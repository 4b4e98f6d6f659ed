// The caller frees what it has accessed before it passes it on.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number) {
  *number = 7; //~ ERROR heap-use-after-free
}

static NOINLINE void both(long *number, long really) {
  *number = 5;
  if (really)
    free(number);
#ifdef FIXED
  if (!really)
#endif
  put(number);
}

int main(void) {
  both(hide_pointer(calloc(1, sizeof(long))), hide(0));
  both(hide_pointer(calloc(1, sizeof(long))), hide(1));
  return 0;
}
