// The loop that would access it is left before.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int both(int *numbers, long count, long index, long stop) {
  int sum = 0;
  for (long i = 0; i < count; i++) {
    if (i == stop)
      break;
    sum += numbers[index];
  }
  return sum + numbers[index]; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *numbers = hide_pointer(calloc(4, sizeof *numbers));
#ifdef FIXED
  int sum = both(numbers, hide(2), hide(3), hide(9)) + both(numbers, hide(2), hide(3), hide(0));
#else
  int sum = both(numbers, hide(2), hide(3), hide(9)) + both(numbers, hide(2), hide(4), hide(0));
#endif
  free(numbers);
  return sum;
}
