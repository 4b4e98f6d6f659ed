// Equal to a number that is out of range.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  long other = hide(8);
  if (n == other)
    return numbers[n]; //~ ERROR stack-buffer-overflow
  return 0;
}

int main(void) { return at(hide(8)) == 77; }
