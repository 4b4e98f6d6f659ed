// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  return numbers[n & 8];
}

int main(void) { return at(hide(7)) == 77; }
