// An array is read at a variable place in its scope; nobody else has its address.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long count, long which) {
  volatile int *kept = 0;
  int sum = 0;
  volatile int numbers[8] = {1};
  for (long i = 0; i < count; i++) {
    kept = numbers;
    sum += kept[3];
  }
  if (count < 1)
    return 0;
  return sum + kept[which];
}

int main(void) { return at(hide(2), hide(3)) == 77; }
