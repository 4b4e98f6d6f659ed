// A counter goes down by a step that is known at run time only, below the first element.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long first, long end, long step) {
  long sum = 0;
  for (long i = first; i >= end; i -= step)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(400, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(399 - 0), hide(-6), hide(7)) != 0;
#else
  return all(numbers, hide(399 - 1), hide(-6), hide(7)) != 0;
#endif
}
