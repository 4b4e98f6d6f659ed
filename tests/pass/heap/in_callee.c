// The caller's block is long enough.
#include "hide.h"
#include <stdlib.h>

static NOINLINE void fill(int *numbers, long count) {
  for (volatile long i = 0; i < count; i++)
    numbers[i] = 5;
}

int main(void) {
  int *numbers = malloc(7 * sizeof *numbers);
  fill(numbers, 7);
  touch(numbers);
  free(numbers);
  return 0;
}
