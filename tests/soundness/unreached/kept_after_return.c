// A pointer in memory leads to an object whose function has returned: the access through it reaches the object.
//@[bad] levels: O2
//@ kills-mutants: unreached/checked
#include "hide.h"

static int *kept;

static NOINLINE void set(int *place, int value) {
  *place = value;
  kept = place;
}

static NOINLINE int twice(int value) {
  int local;
  set(&local, value);
  return local * 2;
}

int main(void) {
  int lasting = hide(3), sum = twice(hide(2));
#ifdef FIXED
  kept = &lasting;
#endif
  sum += lasting;
  return sum + *(volatile int *)kept == 0; //~ ERROR stack-use-after-return
}
