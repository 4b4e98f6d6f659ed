// Reads the element after a heap block.
//@ contains: READ of size 4
//@ contains: 40-byte region
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(10, sizeof *numbers);
  touch(numbers);
  printf("%d\n", numbers[hide(10)]); //~ ERROR heap-buffer-overflow
  free(numbers);
  return 0;
}
