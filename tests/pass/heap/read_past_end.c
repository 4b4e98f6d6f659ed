// Reads the last element of a heap block.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(10, sizeof *numbers);
  touch(numbers);
  printf("%d\n", numbers[hide(9)]);
  free(numbers);
  return 0;
}
