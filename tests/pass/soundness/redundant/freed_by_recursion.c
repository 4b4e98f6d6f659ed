// The block is freed when all calls of the function are over.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int down(int *number, int depth) {
  if (depth == 0) {
    touch(number);
    return 0;
  }
  int sum = *number;
  sum += down(number, depth - 1);
  return sum + *number;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  int sum = down(number, 3);
  free(number);
  return sum;
}
