// Only one of two branches has checked what follows them.
//@ levels: O1 O2 O3
#include "hide.h"
#include <stdlib.h>

static int get(const int *number) { INLINED_LATE; return *number; } //~ ERROR heap-buffer-overflow

int main(void) {
  int *numbers = hide_pointer(calloc(hide(3), sizeof(int)));
#ifdef FIXED
  int *wanted = numbers + 2;
#else
  int *wanted = numbers + 3;
#endif
  int sum = 0;
  if (hide(0))
    sum = get(wanted);
  else
    touch(numbers);
  return sum + get(wanted);
}
