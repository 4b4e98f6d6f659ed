// One of the places is the caller's, and it is the one that is taken.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(volatile int *numbers, unsigned long n, long which) {
  volatile int *place;
  {
    volatile int own[8];
    own[n & 7] = 2;
    place = which ? numbers : own;
  }
  return place[n & 7];
}

int main(void) {
  volatile int numbers[8] = {1};
  return at(numbers, hide(3), hide(1)) == 77;
}
