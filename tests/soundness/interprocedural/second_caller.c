// One of the callers has accessed nothing.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers) {
  numbers[1] = 7; //~ ERROR heap-buffer-overflow
}

static NOINLINE void first(long *numbers) {
  numbers[1] = 5;
  put(numbers);
}

static NOINLINE void second(long *numbers) {
#ifdef FIXED
  *(numbers + 1) = 5;
#else
  *(numbers + 0) = 5;
#endif
  put(numbers);
}

int main(void) {
  first(hide_pointer(calloc(2, sizeof(long))));
#ifdef FIXED
  second(hide_pointer(calloc(hide(2), sizeof(long))));
#else
  second(hide_pointer(calloc(hide(1), sizeof(long))));
#endif
  return 0;
}
