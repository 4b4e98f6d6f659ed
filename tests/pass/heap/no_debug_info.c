// Without debug information.
//@ flags: -g0
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  long *numbers = calloc(10, sizeof *numbers);
  touch(numbers);
  printf("%ld\n", numbers[hide(9)]);
  free(numbers);
  return 0;
}
