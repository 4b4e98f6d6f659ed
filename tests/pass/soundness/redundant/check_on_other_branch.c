// Both branches and what follows are good.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int maybe(int *numbers, long index, long first) {
  int sum = 0;
  if (first)
    sum = numbers[index];
  touch(numbers);
  return sum + numbers[index];
}

int main(void) {
  int *numbers = hide_pointer(calloc(4, sizeof *numbers));
  int sum = maybe(numbers, hide(3), hide(1)) + maybe(numbers, hide(3), hide(0));
  free(numbers);
  return sum;
}
