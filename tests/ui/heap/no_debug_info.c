// Without debug information the report still names the line.
//@ flags: -g0
//@ contains: READ of size 8
//@[bad] asan: any it finds the line through debug information only
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  long long *numbers = calloc(10, sizeof *numbers);
  touch(numbers);
#ifdef FIXED
  printf("%lld\n", numbers[hide(9)]);
#else
  printf("%lld\n", numbers[hide(10)]); //~ ERROR heap-buffer-overflow
#endif
  free(numbers);
  return 0;
}
