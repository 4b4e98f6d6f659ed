// Two counters, and only the one is compared.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  for (long i = 0, j = n; i < 8; i++, j++)
    sum += numbers[j]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(0)) == 77; }
#else
int main(void) { return at(hide(1)) == 77; }
#endif
