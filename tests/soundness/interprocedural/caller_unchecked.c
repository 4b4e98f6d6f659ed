// The caller is not checked, so that it has accessed it says nothing.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, long number) {
  numbers[1] = number; //~ ERROR heap-buffer-overflow
}

static NOINLINE __attribute__((no_sanitize("address"))) void both(long *numbers) {
  put(numbers, numbers[1] + 1);
}

int main(void) {
#ifdef FIXED
  both(hide_pointer(calloc(hide(2), sizeof(long))));
#else
  both(hide_pointer(calloc(hide(1), sizeof(long))));
#endif
  return 0;
}
