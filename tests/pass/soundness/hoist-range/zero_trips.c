// A loop over an array of which only the end is there goes around not at all.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += numbers[i];
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(10, sizeof *numbers));
  return all(numbers + 10, hide(0)) != 0;
}
