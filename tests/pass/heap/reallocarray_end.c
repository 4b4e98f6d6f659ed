// Within a block from reallocarray.
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(8);
  numbers[0] = 3;
  numbers = hide_pointer(reallocarray(numbers, 9, sizeof *numbers));
  if (numbers[0] != 3)
    return 2;
  numbers[hide(8)] = 1;
  touch(numbers);
  free(numbers);
  return 0;
}
