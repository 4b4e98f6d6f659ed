// The callee takes more arguments than it names.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, ...) {
  numbers[1] = 7;
}

static NOINLINE void first(long *numbers) {
  numbers[1] = 5;
  put(numbers, numbers);
}

int main(void) {
  first(hide_pointer(calloc(2, sizeof(long))));
  put(hide_pointer(calloc(hide(2), sizeof(long))), 1, 2);
  return 0;
}
