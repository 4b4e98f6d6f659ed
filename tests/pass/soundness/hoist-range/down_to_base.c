// A loop goes down to the array's first number.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count, long last) {
  long sum = 0;
  for (long i = count - 1; i >= last; i--)
    sum += numbers[i];
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
  return all(numbers, hide(100), hide(0)) != 0;
}
