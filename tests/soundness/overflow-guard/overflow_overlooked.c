// The product says that it wrapped, and nobody listens.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int at(size_t count, size_t index) {
  size_t bytes;
  int wrapped = __builtin_mul_overflow(count, sizeof(int), &bytes);
  int *numbers = malloc(bytes);
  if (!numbers || index >= count || wrapped > 1)
    return 0;
  numbers[index] = (int)hide(5); //~ ERROR heap-buffer-overflow
  touch(numbers);
  free(numbers);
  return wrapped;
}

#ifdef FIXED
int main(void) { return at((size_t)hide(8), (size_t)hide(4)) == 77; }
#else
int main(void) { return at((size_t)hide(1) << 62 | 2, (size_t)hide(4)) == 77; }
#endif
