// The callee frees what it has accessed, and then nobody else does.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number, long really) {
  *number = 7;
  if (really)
    free(number);
}

static NOINLINE void both(long *number, long really) {
  put(number, really);
  if (!really)
    *number += 5;
}

int main(void) {
  both(hide_pointer(calloc(1, sizeof(long))), hide(0));
  both(hide_pointer(calloc(1, sizeof(long))), hide(1));
  return 0;
}
