// The caller has accessed four bytes twice, the callee accesses eight.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number) {
  *number = 7;
}

static NOINLINE void both(int *number) {
  number[0] = 5;
  number[1] = 6;
  put((long *)number);
}

int main(void) {
  both(hide_pointer(malloc(hide(8))));
  return 0;
}
