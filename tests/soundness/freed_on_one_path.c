// Between two equal accesses one of two paths frees.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int twice(volatile int *number, long drop) {
  int sum = *number;
  if (drop)
    free((void *)number);
  else
    touch((void *)number);
  return sum + *number; //~ ERROR heap-use-after-free
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof *number));
  int sum = twice(number, hide(0));
  return (sum + twice(number, hide(1))) & 0;
}
