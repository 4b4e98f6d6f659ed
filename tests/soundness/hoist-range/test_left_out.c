// Not each iteration of the loop passes the test that would bound the iterations.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long end, long stop) {
  long sum = 0;
  for (long i = 0;; i++) {
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
    if (i & stop) {
      if (i >= end) break;
      sum ^= 1;
    }
    if (sum == 77) break;
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(9, sizeof *numbers));
#ifdef FIXED
  long sum = all(numbers, hide(7), hide(1));
#else
  long sum = all(numbers, hide(8), hide(1));
#endif
  free(numbers);
  return sum == 77;
}
