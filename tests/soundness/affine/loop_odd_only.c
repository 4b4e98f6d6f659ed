// A bit that an odd index has is set in it.
//@ levels: O2
//@ kills-mutants: affine/or-of-shared-bits
#include "hide.h"
#include <stdlib.h>

static NOINLINE int at(int *numbers, long from, long to) {
  int sum = 0;
  for (long i = from; i < to; i++)
    sum += numbers[i | 1]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = calloc(100, 4);
#ifdef FIXED
  return at(hide_pointer(numbers), hide(0), hide(99)) == 77;
#else
  return at(hide_pointer(numbers), hide(-1), hide(99)) == 77;
#endif
}
