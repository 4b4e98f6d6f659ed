// Of two places around each element, which a loop reads, the one in front is before the chunk in the first iteration.
//@ levels: O2
//@ kills-mutants: hoist-range/group-grows
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const long *numbers, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i];
    sum ^= numbers[i - 2]; //~ ERROR heap-buffer-overflow
  }
  return sum;
}

int main(void) {
  long *numbers = hide_pointer(calloc(9, sizeof *numbers));
#ifdef FIXED
  long sum = all(numbers + 2, hide(7));
#else
  long sum = all(numbers + 1, hide(8));
#endif
  free(numbers);
  return sum != 0;
}
