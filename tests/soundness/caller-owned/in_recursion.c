// Each call passes on a part of the array that it was passed, and one of them counts wrong.
//@ levels: O2
#include "hide.h"

static NOINLINE long sum(const int *numbers, long count) {
  if (count <= 0)
    return 0;
  long half = count / 2;
  return numbers[half] //~ ERROR stack-buffer-overflow
#ifdef FIXED
         + sum(numbers, half) + sum(numbers + half + 1, count - half - 1);
#else
         + sum(numbers, half) + sum(numbers + half + 1, count - half);
#endif
}

int main(void) {
  int numbers[9] = {0};
  numbers[hide(3)] = 1;
  return sum(numbers, 9) == 77;
}
