// What a stale pointer reads before the scope of a variable has begun is not the variable's yet, though it lies there.
//@[bad] flags: -fsanitize-address-use-after-return=never
//@[bad] levels: O2
//@ kills-mutants: shrink-wrap/opens-at-setup
#include "hide.h"

static int *kept;

static NOINLINE void keep(int *place) { kept = place; }

static NOINLINE int twice(int more) {
  int sum = *(volatile int *)kept; //~ ERROR stack-use-after-scope
  int local = more;
  keep(&local);
  return sum + local;
}

int main(void) {
  int first = hide(1);
  kept = &first;
  int sum = twice(hide(2));
#ifdef FIXED
  kept = &first;
  sum += twice(hide(3));
  return sum != 7;
#else
  return sum + twice(hide(3));
#endif
}
