// A step that is known at run time only is 0: the loop goes on at one place, behind the array, until the program ends.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long first, long end, long step) {
  long sum = 0, left = 100;
  for (long i = first; i < end; i += step) {
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
    if (--left == 0)
      exit(0);
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(400, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(399), hide(500), hide(0)) != 0;
#else
  return all(numbers, hide(400), hide(500), hide(0)) != 0;
#endif
}
