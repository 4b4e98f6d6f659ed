// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  if (n >= 0 && n < 8)
    touch(numbers);
  return numbers[n];
}

int main(void) { return at(hide(7)) == 77; }
