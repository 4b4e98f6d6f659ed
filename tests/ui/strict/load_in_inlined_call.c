// A small function that is inlined reads beyond the chunk; nobody uses what it reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

static const int weights[4] = {1, 2, 3, 4};

static int weighted(const int *numbers, long i, long weight) {
  int number = numbers[i]; //~ ERROR heap-buffer-overflow
  return weight < 4 ? number * weights[weight] : 0;
}

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  if (!numbers)
    return 1;
#ifdef FIXED
  long end = hide(3);
#else
  long end = hide(4);
#endif
  touch(numbers);
  weighted(numbers, end, hide(3));
  free(numbers);
  return 0;
}
