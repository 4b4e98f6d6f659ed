// Each product of 64 bits goes around, to what it would be with a step of 1: one too many.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const long *numbers, unsigned long count, unsigned long step) {
  long sum = 0;
  for (unsigned long i = 0; i < count; i++)
    sum += numbers[i * step]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  long *numbers = hide_pointer(calloc(100, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(100), (1ul << 61) + hide(1)) != 0;
#else
  return all(numbers, hide(101), (1ul << 61) + hide(1)) != 0;
#endif
}
