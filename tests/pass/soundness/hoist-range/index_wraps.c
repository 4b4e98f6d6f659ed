// An index of eight bits goes around, by way of its greatest number.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long all(const int *numbers, unsigned count) {
  long sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += numbers[(unsigned char)(i + 200)];
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(256, sizeof *numbers));
  return all(numbers, hide(100)) != 0;
}
