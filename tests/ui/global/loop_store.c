// A loop over a global runs one too far.
#include "hide.h"

int numbers[37];

static NOINLINE void fill(long count) {
  for (long i = 0; i < count; i++)
    numbers[i] = i * 3; //~ ERROR global-buffer-overflow
}

int main(void) {
  fill(hide(38));
  return numbers[0];
}
