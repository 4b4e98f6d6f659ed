// The inner loop has no iterations and says nothing of what the outer one does.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, const int *others, long rows, long columns, long distance, long column) {
  long sum = 0;
  for (long i = 0; i < rows; i++) {
    sum += others[i * distance]; //~ ERROR heap-buffer-overflow
    for (long j = 0; j < columns; j++)
      sum += numbers[i * distance + j * column];
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(4, sizeof *numbers)), *others = hide_pointer(calloc(100, sizeof *others));
#ifdef FIXED
  return all(numbers, others, hide(50), hide(0), hide(2), hide(7)) != 0;
#else
  return all(numbers, others, hide(51), hide(0), hide(2), hide(7)) != 0;
#endif
}
