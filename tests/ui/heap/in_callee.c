// The caller's chunk is too short for what the callee writes.
//@ contains: in fill
#include "hide.h"
#include <stdlib.h>

static NOINLINE void fill(int *numbers, long count) {
  for (volatile long i = 0; i < count; i++)
    numbers[i] = 5; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *numbers = malloc(7 * sizeof *numbers);
#ifdef FIXED
  fill(numbers, 7);
#else
  fill(numbers, 8);
#endif
  touch(numbers);
  free(numbers);
  return 0;
}
