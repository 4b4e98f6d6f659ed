// The chunk is freed by a call of the same function.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int down(int *number, int depth) {
  if (depth == 0) {
#ifdef FIXED
    touch(number);
#else
    free(number);
#endif
    return 0;
  }
  int sum = *number;
  sum += down(number, depth - 1);
  return sum + *number; //~ ERROR heap-use-after-free
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  int sum = down(number, 3);
#ifdef FIXED
  free(number);
#endif
  return sum;
}
