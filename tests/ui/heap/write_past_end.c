// Writes the element after a heap chunk.
//@ contains: WRITE of size 4
//@ contains: 40-byte region
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(10 * sizeof *numbers);
#ifdef FIXED
  numbers[hide(9)] = 1;
#else
  numbers[hide(10)] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(numbers);
  free(numbers);
  return 0;
}
