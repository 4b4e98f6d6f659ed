// What is passed on is not what was accessed, but the next element.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number) {
  *number = 7; //~ ERROR heap-buffer-overflow
}

static NOINLINE void both(long *numbers) {
  numbers[1] = 5;
#ifdef FIXED
  put(numbers + 1);
#else
  put(numbers + 2);
#endif
}

int main(void) {
  both(hide_pointer(calloc(2, sizeof(long))));
  return 0;
}
