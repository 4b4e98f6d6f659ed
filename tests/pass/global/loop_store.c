// A loop over a global.
#include "hide.h"

int numbers[37];

static NOINLINE void fill(long count) {
  for (long i = 0; i < count; i++)
    numbers[i] = i * 3;
}

int main(void) {
  fill(hide(37));
  return numbers[0];
}
