// A function with any number of arguments gets a smaller array from the call that passes more of them.
//@ levels: O2
#include "hide.h"
#include <stdarg.h>

static NOINLINE int at(int *numbers, int index, ...) {
  va_list more;
  va_start(more, index);
  int found = index > 2 ? va_arg(more, int) : 0;
  va_end(more);
  return found + ++numbers[index]; //~ ERROR global-buffer-overflow
}

static int large[8], small[4];

int main(void) {
#ifdef FIXED
  return at(large, (int)hide(7) & 7, 1) + at(small, (int)hide(3) & 7, 2, 3) == 77;
#else
  return at(large, (int)hide(7) & 7, 1) + at(small, (int)hide(4) & 7, 2, 3) == 77;
#endif
}
