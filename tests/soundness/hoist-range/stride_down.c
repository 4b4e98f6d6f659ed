// The step is known at run time only, and leads down: one step too many.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long first, long count, long step) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += numbers[first + i * step]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(99), hide(100), hide(-1)) != 0;
#else
  return all(numbers, hide(99), hide(101), hide(-1)) != 0;
#endif
}
