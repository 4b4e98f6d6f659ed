// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  unsigned index = n - 1;
  if ((int)index < 8)
    return numbers[index];
  return 0;
}

int main(void) { return at(hide(1)) == 77; }
