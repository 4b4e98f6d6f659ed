// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  unsigned index = n;
  if (index + 4 < 8)
    return numbers[(int)index];
  return 0;
}

int main(void) { return at(hide(3)) == 77; }
