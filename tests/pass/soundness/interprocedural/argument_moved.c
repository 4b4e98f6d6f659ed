// What is passed on is what was accessed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number) {
  *number = 7;
}

static NOINLINE void both(long *numbers) {
  numbers[1] = 5;
  put(numbers + 1);
}

int main(void) {
  both(hide_pointer(calloc(2, sizeof(long))));
  return 0;
}
