// The product does not wrap.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int at(size_t count, size_t index) {
  size_t bytes;
  int wrapped = __builtin_mul_overflow(count, sizeof(int), &bytes);
  int *numbers = malloc(bytes);
  if (!numbers || index >= count || wrapped > 1)
    return 0;
  numbers[index] = (int)hide(5);
  touch(numbers);
  free(numbers);
  return wrapped;
}

int main(void) { return at((size_t)hide(8), (size_t)hide(4)) == 77; }
