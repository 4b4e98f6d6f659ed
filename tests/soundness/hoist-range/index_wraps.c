// An index of eight bits goes around, by way of its greatest number, for which the array has no room.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, unsigned count) {
  long sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += numbers[(unsigned char)(i + 200)]; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  int *numbers = hide_pointer(calloc(256, sizeof *numbers));
#else
  int *numbers = hide_pointer(calloc(255, sizeof *numbers));
#endif
  return all(numbers, hide(100)) != 0;
}
