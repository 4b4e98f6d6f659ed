// A loop of so few iterations that nothing is asked before it.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *many = hide_pointer(calloc(100, sizeof *many));
  int *few = hide_pointer(calloc(2, sizeof *few));
#ifdef FIXED
  return all(many, hide(100)) + all(few, hide(2)) != 0;
#else
  return all(many, hide(100)) + all(few, hide(3)) != 0;
#endif
}
