// What was accessed before has a gap where the wider access goes.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long both(short *numbers, long index) {
  long sum = numbers[index] + numbers[index + 2] + numbers[index + 3];
  if (sum == 0) {
    long whole;
    __builtin_memcpy(&whole, numbers + index + 1, sizeof whole); //~ ERROR heap-buffer-overflow
    sum += whole;
  }
  return sum;
}

int main(void) {
#ifdef FIXED
  short *numbers = hide_pointer(calloc(5, sizeof *numbers));
#else
  short *numbers = hide_pointer(calloc(4, sizeof *numbers));
#endif
  long sum = both(numbers, hide(0));
  free(numbers);
  return sum != 0;
}
