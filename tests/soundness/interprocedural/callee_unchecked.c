// The callee is not checked, so that it has accessed it says nothing.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE __attribute__((no_sanitize("address"))) long get(const long *numbers) {
  return numbers[1];
}

static NOINLINE void both(long *numbers) {
  long number = get(numbers);
  numbers[1] = number + 5; //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  both(hide_pointer(calloc(hide(2), sizeof(long))));
#else
  both(hide_pointer(calloc(hide(1), sizeof(long))));
#endif
  return 0;
}
