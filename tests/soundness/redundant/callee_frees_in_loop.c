// A callee frees at the second iteration of a loop what was accessed before the loop.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int step(int *number, long turn, long last) {
  if (turn == last)
    free(number);
  return 1;
}

static NOINLINE int turns(int *number, long count, long last) {
  int sum = *number;
  for (long i = 0; i < count; i++) {
    sum += *number; //~ ERROR heap-use-after-free
    sum += step(number, i, last);
  }
  return sum;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
#ifdef FIXED
  return turns(number, hide(3), hide(2)) == 0;
#else
  return turns(number, hide(3), hide(1)) == 0;
#endif
}
