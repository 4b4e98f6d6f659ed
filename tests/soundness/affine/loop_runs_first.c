// The first iteration of a loop runs, however many iterations its test says.
//@ levels: O2
//@ kills-mutants: affine/entered affine/rounds
#include "hide.h"
#include <stdlib.h>

#define FOUR(n) (numbers[i + (n)] + numbers[i + (n) + 1] + numbers[i + (n) + 2] + numbers[i + (n) + 3])

static NOINLINE int at(int *numbers, long from, long to) {
  int sum = 0;
  long i = from;
  do
    sum += FOUR(0) + FOUR(4) + FOUR(8) + FOUR(12) + FOUR(16); //~ ERROR heap-buffer-overflow
  while (++i != to);
  return sum;
}

int main(void) {
  int *numbers = calloc(100, 4);
#ifdef FIXED
  return at(hide_pointer(numbers), hide(80), hide(81)) == 77;
#else
  return at(hide_pointer(numbers), hide(81), hide(81)) == 77;
#endif
}
