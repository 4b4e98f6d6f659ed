// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  if (n >= 0 && n <= 32)
    __builtin_memset((char *)numbers + 4, 1, n);
  return numbers[1];
}

int main(void) { return at(hide(28)) == 77; }
