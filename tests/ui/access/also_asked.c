// A value is read and also asked about: it is evaluated.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
#ifdef FIXED
  int number = numbers[hide(3)];
#else
  int number = numbers[hide(4)]; //~ ERROR heap-buffer-overflow
#endif
  int result = __builtin_constant_p(number) ? 1 : number;
  free(numbers);
  return result;
}
