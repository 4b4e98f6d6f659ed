// Each call passes on the next number of the array.
//@ levels: O2
#include "hide.h"

static NOINLINE int tree(const int *numbers, int deep) {
  int sum = numbers[0];
  if (deep > 0)
    sum += tree(numbers + 1, deep - 1) + tree(numbers + 1, deep - 2);
  return sum;
}

int main(void) {
  int numbers[8] = {0};
  numbers[hide(3)] = 1;
  return tree(numbers, (int)hide(7)) == 77;
}
