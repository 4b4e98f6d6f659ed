// One of two paths accesses the first half only.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long both(int *numbers, long first) {
  long sum = numbers[0];
  if (first)
    sum += numbers[1];
  long whole;
  __builtin_memcpy(&whole, numbers, sizeof whole); //~ ERROR heap-buffer-overflow
  return sum + whole;
}

int main(void) {
  int *two = hide_pointer(calloc(2, sizeof(int)));
  int *one = hide_pointer(calloc(1, sizeof(int)));
#ifdef FIXED
  long sum = both(two, hide(1)) + both(two, hide(0));
#else
  long sum = both(two, hide(1)) + both(one, hide(0));
#endif
  free(two);
  free(one);
  return sum != 0;
}
