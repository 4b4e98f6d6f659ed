// A function that is called with a local is called through a pointer with a chunk that is gone.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int next(int *numbers, long i) {
  return ++numbers[i & 3]; //~ ERROR heap-use-after-free
}

int main(void) {
  int numbers[4] = {0};
  int *block = calloc(4, sizeof *block);
  int (*function)(int *, long) = hide_pointer((void *)next);
#ifdef FIXED
  int sum = next(numbers, hide(1)) + function(block, hide(1));
  free(block);
  return sum == 77;
#else
  free(hide_pointer(block));
  return next(numbers, hide(1)) + function(block, hide(1)) == 77;
#endif
}
