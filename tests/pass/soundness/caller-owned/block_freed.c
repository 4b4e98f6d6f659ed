// One call passes a local, the other a block that lives.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int at(const int *numbers, long i, void *old) {
  free(old);
  return numbers[i & 3];
}

int main(void) {
  int numbers[4] = {0};
  numbers[hide(2)] = 1;
  int *block = calloc(4, sizeof *block);
  int sum = at(numbers, hide(1), NULL) + at(block, hide(1), NULL);
  free(block);
  return sum == 77;
}
