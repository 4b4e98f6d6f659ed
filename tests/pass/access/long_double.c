// A long double that lies inside.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  long double *numbers = hide_pointer(malloc(2 * sizeof *numbers));
  numbers[0] = 1;
  numbers[hide(1)] = 2;
  touch(numbers);
  free(numbers);
  return 0;
}
