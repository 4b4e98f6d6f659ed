// A loop that loads under a condition; the last one that is loaded is outside.
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const int *numbers, const int *wanted, long count) {
  int total = 0;
  for (long i = 0; i < count; i++)
    if (wanted[i])
      total += numbers[i]; //~ ERROR heap-buffer-overflow
  return total;
}

int main(void) {
  int wanted[64] = {0};
  int *numbers = calloc(60, sizeof *numbers);
  wanted[3] = wanted[59] = 1;
#ifndef FIXED
  wanted[60] = 1;
#endif
  touch(wanted);
  touch(numbers);
  int total = sum(numbers, wanted, hide(64));
  free(numbers);
  return total;
}
