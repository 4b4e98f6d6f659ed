// Every turn has its block.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int turns(int *number, long count) {
  int sum = *number;
  for (long i = 0; i < count; i++) {
    touch(number);
    sum += *number;
    free(number);
    number = hide_pointer(calloc(1, sizeof *number));
  }
  free(number);
  return sum;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
  return turns(number, hide(3)) != 0;
}
