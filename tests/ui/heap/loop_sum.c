// A loop that vectorises reads one element too many.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

static NOINLINE int sum(const int *numbers, long count) {
  int total = 0;
  for (long i = 0; i < count; i++)
    total += numbers[i]; //~ ERROR heap-buffer-overflow
  return total;
}

int main(void) {
  int *numbers = calloc(33, sizeof *numbers);
  touch(numbers);
#ifdef FIXED
  printf("%d\n", sum(numbers, hide(33)));
#else
  printf("%d\n", sum(numbers, hide(34)));
#endif
  free(numbers);
  return 0;
}
