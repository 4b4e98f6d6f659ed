// A loop over a global runs one too far.
#include "hide.h"

int numbers[37];

static NOINLINE void fill(long count) {
  for (long i = 0; i < count; i++)
    numbers[i] = i * 3; //~ ERROR global-buffer-overflow
}

int main(void) {
#ifdef FIXED
  fill(hide(37));
#else
  fill(hide(38));
#endif
  return numbers[0];
}
