// What the loop calls frees the array in its middle.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static int *numbers;

static NOINLINE void step(long i, long last) {
  if (i == last)
    free(numbers);
}

static NOINLINE long all(const int *from, long count, long last) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += from[i]; //~ ERROR heap-use-after-free
    step(i, last);
  }
  return sum;
}

int main(void) {
  numbers = hide_pointer(calloc(100, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(100), hide(99)) != 0;
#else
  return all(numbers, hide(100), hide(5)) != 0;
#endif
}
