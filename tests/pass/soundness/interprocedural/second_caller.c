// Of the callers each has accessed it.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers) {
  numbers[1] = 7;
}

static NOINLINE void first(long *numbers) {
  numbers[1] = 5;
  put(numbers);
}

static NOINLINE void second(long *numbers) {
  *(numbers + 1) = 5;
  put(numbers);
}

int main(void) {
  first(hide_pointer(calloc(2, sizeof(long))));
  second(hide_pointer(calloc(hide(2), sizeof(long))));
  return 0;
}
