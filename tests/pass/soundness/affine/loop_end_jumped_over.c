// Steps of three that end at inequality meet their end.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count) {
  long sum = 0;
  for (long i = 0; i != count; i += 3)
    sum += numbers[i];
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
  return all(numbers, hide(99)) != 0;
}
