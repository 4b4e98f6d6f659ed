// A counter goes by a step that is known at run time only: the last one lies behind the array.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long first, long end, long step) {
  long sum = 0;
  for (long i = first; i < end; i += step)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  // 1, 8, ... 393, 400
#ifdef FIXED
  int *numbers = hide_pointer(calloc(401, sizeof *numbers));
#else
  int *numbers = hide_pointer(calloc(400, sizeof *numbers));
#endif
  return all(numbers, hide(1), hide(401), hide(7)) != 0;
}
