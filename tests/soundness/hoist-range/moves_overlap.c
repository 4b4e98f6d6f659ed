// Moves that overlap, one place at a time: the last one is too long.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE void shift(int *numbers, long count, long more) {
  for (long i = 0; i + 1 < count; i++) {
    numbers[i] += 1;
    memmove(numbers + i, numbers + i + 1, (count - i - 1 + more) * sizeof *numbers); //~ ERROR heap-buffer-overflow
  }
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
#ifdef FIXED
  shift(numbers, hide(100), hide(0));
#else
  shift(numbers, hide(100), hide(1));
#endif
  return numbers[hide(0)] > 100;
}
