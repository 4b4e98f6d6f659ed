// Inner loops that get shorter while their first place goes on: the first one goes furthest.
//@ levels: O2
//@ kills-mutants: affine/backwards
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count, long step) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    for (long j = 0; j < count - i; j++)
      sum += numbers[i + j * step]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  // The first one goes to 49 * 3.
#ifdef FIXED
  int *numbers = hide_pointer(calloc(148, sizeof *numbers));
#else
  int *numbers = hide_pointer(calloc(147, sizeof *numbers));
#endif
  return all(numbers, hide(50), hide(3)) != 0;
}
