// A loop goes down to the number before the array.
//@ levels: O2
//@ kills-mutants: hoist-range/shadow
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count, long last) {
  long sum = 0;
  for (long i = count - 1; i >= last; i--)
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
#ifdef FIXED
  return all(numbers, hide(100), hide(0)) != 0;
#else
  return all(numbers, hide(100), hide(-1)) != 0;
#endif
}
