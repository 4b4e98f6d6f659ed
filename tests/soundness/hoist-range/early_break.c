// The loop may run beyond the array; what the array holds does not end it before.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long until(const int *numbers, long count, int stop) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
    if (numbers[i] == stop)
      break;
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(malloc(10 * sizeof *numbers));
  for (int i = 0; i < 10; i++)
    numbers[i] = i;
#ifdef FIXED
  return until(numbers, hide(1000), 9) != 45;
#else
  return until(numbers, hide(1000), 10) != 45;
#endif
}
