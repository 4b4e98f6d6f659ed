// A long double that lies outside.
//@ only: x86_64 its long double has ten bytes of sixteen
//@ contains: WRITE of size 1
#include "hide.h"
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  long double *numbers = hide_pointer(malloc(2 * sizeof *numbers));
#else
  long double *numbers = hide_pointer(malloc(2 * sizeof *numbers - 8));
#endif
  numbers[0] = 1;
  numbers[hide(1)] = 2; //~ ERROR heap-buffer-overflow
  touch(numbers);
  free(numbers);
  return 0;
}
