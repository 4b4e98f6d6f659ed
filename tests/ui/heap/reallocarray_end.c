// Behind a chunk from reallocarray.
//@ contains: 36-byte region
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(8);
  numbers[0] = 3;
  numbers = hide_pointer(reallocarray(numbers, 9, sizeof *numbers));
  if (numbers[0] != 3)
    return 2;
#ifdef FIXED
  numbers[hide(8)] = 1;
#else
  numbers[hide(9)] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(numbers);
  free(numbers);
  return 0;
}
