// The pointer that was checked is not the one that is used.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int walk(int *number, long count) {
  int sum = *number;
  for (long i = 0; i < count; i++) {
    touch(number);
    sum += *number; //~ ERROR heap-buffer-overflow
    number++;
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(9, sizeof *numbers));
#ifdef FIXED
  int sum = walk(numbers, hide(9));
#else
  int sum = walk(numbers, hide(10));
#endif
  free(numbers);
  return sum;
}
