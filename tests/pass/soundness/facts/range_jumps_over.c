// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  if (n <= 8)
    for (long i = 0; i != n; i += 2)
      sum += numbers[i];
  return sum;
}

int main(void) { return at(hide(8)) == 77; }
