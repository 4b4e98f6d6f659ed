// Writes 16 bytes before a heap chunk.
//@ contains: WRITE of size 8
#include "hide.h"
#include <stdlib.h>

int main(void) {
  long long *numbers = malloc(24);
  touch(numbers);
#ifdef FIXED
  numbers[hide(0)] = 7;
#else
  numbers[hide(-2)] = 7; //~ ERROR heap-buffer-overflow
#endif
  touch(numbers);
  free(numbers);
  return 0;
}
