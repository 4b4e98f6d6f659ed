// Places that are read from a table, and a callee that frees the chunk in one of the iterations.
//@ levels: O2
//@ kills-mutants: cached-bound/no-kill
#include "hide.h"
#include <stdlib.h>
static int *numbers;
static NOINLINE void round_done(int round) {
#ifdef FIXED
  if (round == 6)
#else
  if (round == 3)
#endif
    free(numbers);
}

static NOINLINE int sum_of(const int *from, const unsigned *places, int count, int turns) {
  int sum = 0;
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < count; i++) {
      sum += from[places[i]]; //~ ERROR heap-use-after-free
      round_done(i);
    }
  return sum;
}

int main(void) {
  unsigned places[] = {4, 1, 3, 0, 2, 3, 1};
  numbers = calloc(hide(5), sizeof *numbers);
  touch(places);
  return sum_of(numbers, places, (int)hide(7), (int)hide(1)) == 77;
}
