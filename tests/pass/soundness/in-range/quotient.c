// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  if (n >= 0 && n <= 64)
    return numbers[n / 8];
  return 0;
}

int main(void) { return at(hide(63)) == 77; }
