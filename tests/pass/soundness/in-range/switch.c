// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  switch (n) {
  case 8:
  case -1:
    return 0;
  default:
    return numbers[n];
  }
}

int main(void) { return at(hide(7)) == 77; }
