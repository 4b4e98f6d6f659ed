// The step is the same in no two iterations.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count, long step) {
  long sum = 0, at = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[at]; //~ ERROR heap-buffer-overflow
    at += step;
    step++;
  }
  return sum;
}

int main(void) {
  // 0 + 1 + ... + 39
#ifdef FIXED
  int *numbers = hide_pointer(calloc(781, sizeof *numbers));
#else
  int *numbers = hide_pointer(calloc(780, sizeof *numbers));
#endif
  return all(numbers, hide(41), hide(0)) != 0;
}
