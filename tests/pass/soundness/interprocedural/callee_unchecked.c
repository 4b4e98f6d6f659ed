// The callee is not checked, and accesses what is good.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE __attribute__((no_sanitize("address"))) long get(const long *numbers) {
  return numbers[1];
}

static NOINLINE void both(long *numbers) {
  long number = get(numbers);
  numbers[1] = number + 5;
}

int main(void) {
  both(hide_pointer(calloc(hide(2), sizeof(long))));
  return 0;
}
