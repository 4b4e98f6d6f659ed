// The loop changes its step through a pointer that may be anything.
//@ only: hosted redzones of a board are short
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const long *numbers, long count, long *step, long when) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i * *step]; //~ ERROR heap-buffer-overflow
    if (i == when)
      *step = 3;
  }
  return sum;
}

int main(void) {
  long *numbers = hide_pointer(calloc(100, sizeof *numbers)), step = 1;
#ifdef FIXED
  return all(numbers, hide(100), hide_pointer(&step), hide(100)) != 0;
#else
  return all(numbers, hide(100), hide_pointer(&step), hide(50)) != 0;
#endif
}
