// The same within bounds.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(int a, int b, int c) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = a + b + c;
  if (a >= 0 && b >= 0 && c >= 0 && sum >= 0 && sum < 8)
    return numbers[a];
  return sum;
}

int main(void) { return at(hide(2), hide(1), hide(3)) == 77; }
