// The check on one branch says nothing about the other.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int maybe(int *numbers, long index, long first) {
  int sum = 0;
  if (first)
    sum = numbers[index];
  touch(numbers);
  return sum + numbers[index]; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *numbers = hide_pointer(calloc(4, sizeof *numbers));
#ifdef FIXED
  int sum = maybe(numbers, hide(3), hide(1)) + maybe(numbers, hide(3), hide(0));
#else
  int sum = maybe(numbers, hide(3), hide(1)) + maybe(numbers, hide(4), hide(0));
#endif
  free(numbers);
  return sum;
}
