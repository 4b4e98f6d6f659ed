// The pointer changes in the loop, to an array that is shorter.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(int *numbers, int *others, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
    if (i == 3)
      numbers = others;
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
#ifdef FIXED
  int *others = hide_pointer(calloc(100, sizeof *others));
#else
  int *others = hide_pointer(calloc(99, sizeof *others));
#endif
  return all(numbers, others, hide(100)) != 0;
}
