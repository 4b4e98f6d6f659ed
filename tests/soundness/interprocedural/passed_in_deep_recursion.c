// Each call passes on the next number of the array, too often, though the first calls are in bounds.
//@ levels: O2
//@ kills-mutants: interprocedural/every-caller parameters/recursion
#include "hide.h"

static NOINLINE int tree(const int *numbers, int deep) {
  int sum = numbers[0]; //~ ERROR stack-buffer-overflow
  if (deep > 0)
    sum += tree(numbers + 1, deep - 1) + tree(numbers + 1, deep - 2);
  return sum;
}

int main(void) {
  int numbers[8] = {0};
  numbers[hide(3)] = 1;
#ifdef FIXED
  return tree(numbers, (int)hide(7)) == 77;
#else
  return tree(numbers, (int)hide(8)) == 77;
#endif
}
