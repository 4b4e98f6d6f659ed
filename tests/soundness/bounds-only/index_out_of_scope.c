// An array is read at a variable place behind its scope; nobody else has its address.
//@ levels: O2
//@ kills-mutants: bounds-only/lives
#include "hide.h"

static NOINLINE int at(long count, long which) {
  volatile int *kept = 0;
  int sum = 0;
#ifdef FIXED
  volatile int numbers[8] = {1};
#endif
  for (long i = 0; i < count; i++) {
#ifndef FIXED
    volatile int numbers[8] = {1};
#endif
    kept = numbers;
    sum += kept[3];
  }
  if (count < 1)
    return 0;
  return sum + kept[which]; //~ ERROR stack-use-after-scope
}

int main(void) { return at(hide(2), hide(3)) == 77; }
