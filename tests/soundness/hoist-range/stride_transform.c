// Butterflies at distances that double: the widest ones reach beyond the array.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void all(double *numbers, unsigned count) {
  for (unsigned half = 1; half < count; half *= 2)
    for (unsigned start = 0; start < count; start += 2 * half)
      for (unsigned i = 0; i < half; i++) {
        double other = numbers[start + i + half]; //~ ERROR heap-buffer-overflow
        numbers[start + i + half] = numbers[start + i] - other;
        numbers[start + i] += other;
      }
}

int main(void) {
#ifdef FIXED
  double *numbers = hide_pointer(calloc(256, sizeof *numbers));
#else
  double *numbers = hide_pointer(calloc(255, sizeof *numbers));
#endif
  all(numbers, hide(256));
  return 0;
}
