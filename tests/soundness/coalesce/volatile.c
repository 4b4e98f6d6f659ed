// A volatile access between two others goes wrong, before the second does.
//@ levels: O2
//@ kills-mutants: coalesce/volatile
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, volatile int *flag) {
  numbers[0] = 1;
  *flag = 3; //~ ERROR heap-buffer-overflow
  numbers[1] = 2;
}

int main(void) {
#ifdef FIXED
  put(hide_pointer(malloc(16)), hide_pointer(malloc(4)));
#else
  put(hide_pointer(malloc(8)), hide_pointer(malloc(2)));
#endif
  return 0;
}
