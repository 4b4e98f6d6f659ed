// The caller is not checked, and accesses what is good.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *numbers, long number) {
  numbers[1] = number;
}

static NOINLINE __attribute__((no_sanitize("address"))) void both(long *numbers) {
  put(numbers, numbers[1] + 1);
}

int main(void) {
  both(hide_pointer(calloc(hide(2), sizeof(long))));
  return 0;
}
