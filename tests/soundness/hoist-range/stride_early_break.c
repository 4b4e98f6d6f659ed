// The loop may step beyond the array; what the array holds does not end it before.
//@ only: hosted redzones of a board are short
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long until(const int *numbers, long count, long step, int stop) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    sum += numbers[i * step]; //~ ERROR heap-buffer-overflow
    if (numbers[i * step] == stop)
      break;
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(malloc(100 * sizeof *numbers));
  for (int i = 0; i < 100; i++)
    numbers[i] = i;
#ifdef FIXED
  return until(numbers, hide(1000), hide(3), 99) == 1;
#else
  return until(numbers, hide(1000), hide(3), 98) == 1;
#endif
}
