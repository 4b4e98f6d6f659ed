// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  long index = (n & 6) | (n & 12);
  return numbers[index];
}

int main(void) { return at(hide(6)) == 77; }
