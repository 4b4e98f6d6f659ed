// A large chunk, about which it was asked so often that its shadow was folded, is freed.
//@ only: hosted what is freed waits for a shorter time on a board
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1 << 18 };

static NOINLINE long some(const int *numbers, long count) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    sum += numbers[i]; //~ ERROR heap-use-after-free
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(malloc(COUNT * sizeof *numbers));
  memset(numbers, 0, COUNT * sizeof *numbers);
  long sum = 0;
  for (int i = 0; i < 200; i++)
    sum += some(numbers + 500 * i, COUNT / 4);
#ifdef FIXED
  numbers[COUNT - 1] = 0;
#else
  free(numbers);
#endif
  return sum + some(numbers + COUNT / 2, hide(1000)) != 0;
}
