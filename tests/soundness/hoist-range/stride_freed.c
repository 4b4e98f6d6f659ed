// What the loop calls frees the array, whose step is known at run time only.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void leave(int *numbers, long i, long last) {
  if (i == last)
    free(numbers);
}

static NOINLINE long all(int *numbers, long count, long step, long last) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i * step]; //~ ERROR heap-use-after-free
    leave(numbers, i, last);
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(300, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(100), hide(3), hide(99)) != 0;
#else
  return all(numbers, hide(100), hide(3), hide(50)) != 0;
#endif
}
