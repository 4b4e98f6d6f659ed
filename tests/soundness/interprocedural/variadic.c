// The callee takes more arguments than it names, and one call passes what nobody has accessed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, ...) {
  numbers[1] = 7; //~ ERROR heap-buffer-overflow
}

static NOINLINE void first(long *numbers) {
  numbers[1] = 5;
  put(numbers, numbers);
}

int main(void) {
  first(hide_pointer(calloc(2, sizeof(long))));
#ifdef FIXED
  put(hide_pointer(calloc(hide(2), sizeof(long))), 1, 2);
#else
  put(hide_pointer(calloc(hide(1), sizeof(long))), 1, 2);
#endif
  return 0;
}
