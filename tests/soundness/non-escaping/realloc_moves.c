// The old pointer is used after realloc gave another.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int at(int *numbers, unsigned long count) {
  int sum = 0;
  for (unsigned long i = 0; i < count; i++) {
    sum += numbers[i]; //~ ERROR heap-use-after-free
    if (i == 1) {
      int *moved = realloc(numbers, 64 * count);
      touch(moved);
#ifdef FIXED
      numbers = moved;
#else
      touch(numbers);
#endif
    }
  }
  return sum;
}

int main(void) { return at(hide_pointer(calloc(8, sizeof(int))), (unsigned long)hide(8)) == 77; }
