// Places that are read from a table; in one of the iterations the program poisons the rest of its memory.
//@ levels: O2
//@ kills-mutants: cached-bound/no-kill
#include "hide.h"
#include <sanitizer/asan_interface.h>
#include <stdlib.h>
static NOINLINE int sum_of(int *numbers, const unsigned *places, int count, int turns) {
  int sum = 0;
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++) {
      sum += numbers[places[i]]; //~ ERROR use-after-poison
      if (i == (int)hide(3))
        ASAN_POISON_MEMORY_REGION(numbers + 4, 4 * sizeof *numbers);
    }
  return sum;
}

int main(void) {
#ifdef FIXED
  unsigned places[] = {4, 1, 3, 0, 2, 3, 1};
#else
  unsigned places[] = {4, 1, 3, 0, 5, 3, 1};
#endif
  int *numbers = calloc(hide(8), sizeof *numbers);
  touch(places);
  int sum = sum_of(numbers, places, (int)hide(7), (int)hide(1));
  free(numbers);
  return sum == 77;
}
