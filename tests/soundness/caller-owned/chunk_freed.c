// One call passes a local, the other a chunk that the callee frees.
//@ levels: O2
//@ kills-mutants: caller-owned/every-call
#include "hide.h"
#include <stdlib.h>

static NOINLINE int at(const int *numbers, long i, void *old) {
  free(old);
  return numbers[i & 3]; //~ ERROR heap-use-after-free
}

int main(void) {
  int numbers[4] = {0};
  numbers[hide(2)] = 1;
  int *block = calloc(4, sizeof *block);
#ifdef FIXED
  int sum = at(numbers, hide(1), NULL) + at(block, hide(1), NULL);
  free(block);
  return sum == 77;
#else
  return at(numbers, hide(1), NULL) + at(block, hide(1), block) == 77;
#endif
}
