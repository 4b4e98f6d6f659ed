// Between two equal accesses one of two paths allocates.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int twice(volatile int *number, long drop) {
  int sum = *number;
  if (drop)
    touch(malloc(1));
  else
    touch((void *)number);
  return sum + *number;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
  int sum = twice(number, hide(0));
  return (sum + twice(number, hide(1))) & 0;
}
