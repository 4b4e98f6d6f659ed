// Inner loops that get shorter while their first place goes on: the first one goes to the last element.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, long count, long step) {
  long sum = 0;
  for (long i = 0; i < count; i++)
    for (long j = 0; j < count - i; j++)
      sum += numbers[i + j * step];
  return sum;
}

int main(void) {
  // The first one goes to 49 * 3.
  int *numbers = hide_pointer(calloc(148, sizeof *numbers));
  return all(numbers, hide(50), hide(3)) != 0;
}
