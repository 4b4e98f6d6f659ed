// Both calls pass a local whose scope is open.
//@ levels: O2
#include "hide.h"

static NOINLINE int next(int *numbers, long i) {
  return ++numbers[i & 3];
}

int main(void) {
  int *kept, sum;
  {
    int numbers[4] = {0};
    sum = next(numbers, hide(1));
    kept = numbers;
    sum += next(kept, hide(2));
  }
  return sum == 77;
}
