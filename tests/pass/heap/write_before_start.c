// Writes at the start of a heap block.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  long *numbers = malloc(24);
  touch(numbers);
  numbers[hide(0)] = 7;
  touch(numbers);
  free(numbers);
  return 0;
}
