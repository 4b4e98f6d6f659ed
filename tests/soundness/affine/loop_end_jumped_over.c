// Steps of three that end at inequality miss their end.
//@ only: hosted redzones of a board are short
//@ levels: O2
//@ kills-mutants: affine/remainder
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count) {
  long sum = 0;
  for (long i = 0; i != count; i += 3)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(99)) != 0;
#else
  return all(numbers, hide(100)) != 0;
#endif
}
