// A volatile access stands between two others.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, volatile int *flag) {
  numbers[0] = 1;
  *flag = 3;
  numbers[1] = 2;
}

int main(void) {
  put(hide_pointer(malloc(16)), hide_pointer(malloc(4)));
  return 0;
}
