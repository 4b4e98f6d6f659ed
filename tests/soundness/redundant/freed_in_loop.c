// The check before the loop holds for the first iteration only.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int turns(int *number, long count) {
  int sum = *number;
  for (long i = 0; i < count; i++) {
    touch(number);
    sum += *number; //~ ERROR heap-use-after-free
    free(number);
#ifdef FIXED
    number = hide_pointer(calloc(1, sizeof *number));
#endif
  }
#ifdef FIXED
  free(number);
#endif
  return sum;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
  return turns(number, hide(3)) != 0;
}
