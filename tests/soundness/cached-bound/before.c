// The element in front of one that a table names: in front of the first there is none.
//@ levels: O2
//@ kills-mutants: cached-bound/index-offset
#include "hide.h"
#include <stdlib.h>
static NOINLINE int sum_of(const int *numbers, const unsigned long *places, int count, int turns) {
  int sum = 0;
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++)
      sum += numbers[places[i] - 1]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  unsigned long places[] = {4, 1, 3, 5, 2, 3, 1};
#else
  unsigned long places[] = {4, 1, 3, 5, 0, 3, 1};
#endif
  int *numbers = calloc(hide(5), sizeof *numbers);
  touch(places);
  int sum = sum_of(numbers, places, (int)hide(7), (int)hide(1));
  free(numbers);
  return sum == 77;
}
