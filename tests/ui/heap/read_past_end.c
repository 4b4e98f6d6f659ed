// Reads the element after a heap chunk.
//@ contains: READ of size 4
//@ contains: 40-byte region
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(10, sizeof *numbers);
  touch(numbers);
#ifdef FIXED
  printf("%d\n", numbers[hide(9)]);
#else
  printf("%d\n", numbers[hide(10)]); //~ ERROR heap-buffer-overflow
#endif
  free(numbers);
  return 0;
}
