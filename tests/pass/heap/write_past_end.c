// Writes the last element of a heap block.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(10 * sizeof *numbers);
  numbers[hide(9)] = 1;
  touch(numbers);
  free(numbers);
  return 0;
}
