// A variable that is used in a loop alone lives through all of its iterations, and is given back once.
//@[bad] levels: O2
//@ kills-mutants: shrink-wrap/acyclic
#include "hide.h"

static int *kept;

static NOINLINE void keep(int *place) {
  if (!kept)
    kept = place;
}

static NOINLINE int count(long rounds) {
  int sum = 0;
  if (rounds > 2) {
    int local;
    for (long i = 0; i < rounds; i++) {
      local = (int)i;
      keep(&local);
      sum += local;
    }
  }
  return sum;
}

int main(void) {
  int sum = count(hide(1)) + count(hide(3));
#ifdef FIXED
  return sum != 3;
#else
  return sum + *(volatile int *)kept; //~ ERROR stack-use-after-return
#endif
}
