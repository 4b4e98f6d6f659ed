// One branch of the loop frees the array before its last iteration.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(int *numbers, long count, long last) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i]; //~ ERROR heap-use-after-free
    if (i == last)
      free(numbers);
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(100), hide(99)) != 0;
#else
  return all(numbers, hide(100), hide(98)) != 0;
#endif
}
