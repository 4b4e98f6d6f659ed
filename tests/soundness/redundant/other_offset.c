// The same base with a larger offset.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int fields(int *numbers) {
  int sum = numbers[0] + numbers[1];
  return sum + numbers[2]; //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  int *numbers = hide_pointer(calloc(3, sizeof *numbers));
#else
  int *numbers = hide_pointer(calloc(2, sizeof *numbers));
#endif
  int sum = fields(numbers);
  free(numbers);
  return sum;
}
