// The walk begins where the array does.
//@ levels: O2
#include "hide.h"

static NOINLINE int sum(long from, long count) {
  volatile int numbers[64] = {1};
  int sum = 0;
  for (long i = from; i < count; i++)
    sum += numbers[i];
  return sum;
}

int main(void) { return sum(hide(0), hide(63)) == 77; }
