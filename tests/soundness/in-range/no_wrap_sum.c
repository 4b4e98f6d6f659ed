// A sum that promises not to wrap is small because it did; what was added is not.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(int a, int b, int c) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = a + b + c;
  if (a >= 0 && b >= 0 && c >= 0 && sum >= 0 && sum < 8)
    return numbers[a]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(2), hide(1), hide(3)) == 77; }
#else
int main(void) { return at(hide(12), hide(0x7fffffff), hide(0x7ffffff7)) == 77; }
#endif
