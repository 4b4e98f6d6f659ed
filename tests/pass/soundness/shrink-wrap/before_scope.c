// What is read before the scope of a variable has begun is what lives then.
#include "hide.h"

static int *kept;

static NOINLINE void keep(int *place) { kept = place; }

static NOINLINE int twice(int more) {
  int sum = *(volatile int *)kept;
  int local = more;
  keep(&local);
  return sum + local;
}

int main(void) {
  int first = hide(1);
  kept = &first;
  int sum = twice(hide(2));
  kept = &first;
  sum += twice(hide(3));
  return sum != 7;
}
