// A pointer that moves from end to end.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int walk(int *number, long count) {
  int sum = *number;
  for (long i = 0; i < count; i++) {
    touch(number);
    sum += *number;
    number++;
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(9, sizeof *numbers));
  int sum = walk(numbers, hide(9));
  free(numbers);
  return sum;
}
