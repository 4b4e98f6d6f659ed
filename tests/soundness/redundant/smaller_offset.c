// The same base with a negative offset.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int fields(int *numbers) {
  int sum = numbers[1];
  return sum + numbers[-1]; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *numbers = hide_pointer(calloc(4, sizeof *numbers));
#ifdef FIXED
  int sum = fields(numbers + hide(1));
#else
  int sum = fields(numbers + hide(0));
#endif
  free(numbers);
  return sum;
}
