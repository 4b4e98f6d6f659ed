// One of the places is the caller's, and lives; the other one does not.
//@ levels: O2
//@ kills-mutants: caller-owned/other-pointees
#include "hide.h"

static NOINLINE int at(volatile int *numbers, unsigned long n, long which) {
  volatile int *place;
  {
    volatile int own[8];
    own[n & 7] = 2;
    place = which ? numbers : own;
  }
  return place[n & 7]; //~ ERROR stack-use-after-scope
}

int main(void) {
  volatile int numbers[8] = {1};
#ifdef FIXED
  return at(numbers, hide(3), hide(1)) == 77;
#else
  return at(numbers, hide(3), hide(0)) == 77;
#endif
}
