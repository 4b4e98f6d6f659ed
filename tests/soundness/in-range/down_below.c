// A loop that goes down ends below the array.
//@ levels: O2
//@ kills-mutants: in-range/first-round in-range/guessed-interval
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  if (n < 8)
    for (long i = 7; i >= n; i--)
      sum += numbers[i]; //~ ERROR stack-buffer-underflow
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(0)) == 77; }
#else
int main(void) { return at(hide(-1)) == 77; }
#endif
