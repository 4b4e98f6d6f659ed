// A loop inside is not entered where its test would say that it runs less than once.
//@ levels: O2
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
      sum += here[column];
    while (++column != row);
  }
  return sum;
}

int main(void) {
  int *numbers = calloc(40 * 40, 4);
  return at(hide_pointer(numbers), hide(40), hide(40), hide(0)) == 77;
}
