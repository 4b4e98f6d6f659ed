// Conditions that hold, in loops, of several widths, and of alignment; where the program may go on after errors, too.
//@ only: hosted the runtime of a board has no part for it
//@ flags: -fsanecc-recover
#include "hide.h"
#include <stdint.h>

static int64_t total(const int *numbers, int count, unsigned char step) {
  __builtin_assume(count >= 0);
  __builtin_assume(step > 0);
  numbers = __builtin_assume_aligned(numbers, 4);
  int64_t all = 0;
  for (int i = 0; i < count; i += step) {
    __builtin_assume(i < 8);
    all += numbers[i];
    __builtin_assume(all >= 0 && all < INT64_MAX);
  }
  return all;
}

int main(void) {
  int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  touch(numbers);
  __builtin_assume(1);
  return total(numbers, hide(8), (unsigned char)hide(1)) != 36;
}
