// The same within bounds.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const long *numbers, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i];
    sum ^= numbers[i - 2];
  }
  return sum;
}

int main(void) {
  long *numbers = hide_pointer(calloc(9, sizeof *numbers));
  long sum = all(numbers + 2, hide(7));
  free(numbers);
  return sum != 0;
}
