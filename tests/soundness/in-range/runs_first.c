// The loop runs once before it asks, and then passes the limit.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  long i = 0;
  if (n <= 8)
    do
      sum += numbers[i]; //~ ERROR stack-buffer-overflow
    while (++i != n);
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(1)) == 77; }
#else
int main(void) { return at(hide(0)) == 77; }
#endif
