// A loop inside runs once more than its test says where it is entered in spite of that.
//@ levels: O2
//@ kills-mutants: affine/entered-unless-other
#include "hide.h"
#include <stdlib.h>

static NOINLINE long at(int *numbers, long rows, long width, long skipped) {
  long sum = 0;
  for (long row = 0; row < rows; row++) {
    if (row == skipped)
      continue;
    int *here = numbers + (rows - row) * width;
    long column = 0;
    do
      sum += here[column]; //~ ERROR heap-buffer-overflow
    while (++column != row);
  }
  return sum;
}

int main(void) {
  int *numbers = calloc(40 * 40, 4);
#ifdef FIXED
  return at(hide_pointer(numbers), hide(40), hide(40), hide(0)) == 77;
#else
  return at(hide_pointer(numbers), hide(40), hide(40), hide(77)) == 77;
#endif
}
