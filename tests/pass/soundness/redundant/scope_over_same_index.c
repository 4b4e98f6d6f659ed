// Two accesses to the same bytes in one scope.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(long n) {
  volatile int *p;
  {
    volatile int numbers[8];
    numbers[n] = 1;
    p = numbers;
    return p[n];
  }
}

int main(void) { return at(hide(3)) == 77; }
