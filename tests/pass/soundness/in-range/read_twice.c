// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  volatile long index = n;
  if (index >= 0 && index < 8) {
    index = index + 5;
    return numbers[index];
  }
  return 0;
}

int main(void) { return at(hide(2)) == 77; }
