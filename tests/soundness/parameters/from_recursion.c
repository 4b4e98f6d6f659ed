// The index is in range where the function is first called, and not where it calls itself.
//@ levels: O2
#include "hide.h"

static int numbers[8];

static NOINLINE int from(int index, int more) {
  int sum = numbers[index]; //~ ERROR global-buffer-overflow
  if (more > 0)
    sum += from(index + 1, more - 1);
  return sum + more;
}

int main(void) {
  touch(numbers);
#ifdef FIXED
  return from(4, (int)hide(3)) == 77;
#else
  return from(4, (int)hide(4)) == 77;
#endif
}
