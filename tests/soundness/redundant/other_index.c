// In a loop the same expression is another address at each iteration.
//@ levels: O2
//@ kills-mutants: redundant/same-index
#include "hide.h"
#include <stdlib.h>

static NOINLINE int turns(int *numbers, long count, long step) {
  int sum = numbers[0];
  for (long i = 0; i < count; i += step) {
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
    if (sum > 100)
      sum -= numbers[i];
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(4, sizeof *numbers));
#ifdef FIXED
  int sum = turns(numbers, hide(4), hide(2));
#else
  int sum = turns(numbers, hide(5), hide(2));
#endif
  free(numbers);
  return sum;
}
