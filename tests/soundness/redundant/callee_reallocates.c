// A callee moves the chunk to make it larger.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void grow(int *numbers, long count) {
  touch(realloc(numbers, (unsigned long)count * sizeof *numbers));
}

static NOINLINE int both(int *numbers, long count) {
  int sum = numbers[0];
  if (count > 1000)
    grow(numbers, count);
  return sum + numbers[0]; //~ ERROR heap-use-after-free
}

int main(void) {
  int *numbers = hide_pointer(calloc(1, sizeof *numbers));
#ifdef FIXED
  return both(numbers, hide(100)) + both(numbers, hide(1000));
#else
  return both(numbers, hide(100)) + both(numbers, hide(100000));
#endif
}
