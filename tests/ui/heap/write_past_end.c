// Writes the element after a heap block.
//@ contains: WRITE of size 4
//@ contains: 40-byte region
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(10 * sizeof *numbers);
  numbers[hide(10)] = 1; //~ ERROR heap-buffer-overflow
  touch(numbers);
  free(numbers);
  return 0;
}
