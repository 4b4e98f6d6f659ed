// A variable of the whole function that only one path needs, and keeps.
#include "hide.h"

static int *kept;
#ifdef FIXED
static int seen;

static NOINLINE void keep(int *place) {
  kept = place;
  seen = *(volatile int *)kept;
}
#else

static NOINLINE void keep(int *place) { kept = place; }
#endif

static NOINLINE int look(int value) {
  int local;
  int result = value;
  if (value < 0) {
    local = value;
    keep(&local);
    result = local + 1;
  } else if (value > 10) {
    result = 10;
  }
  return result;
}

int main(void) {
  int sum = 0;
  for (int i = -1; i < 20; i++)
    sum += look((int)hide(i));
#ifdef FIXED
  return sum != 145;
#else
  return sum + *(volatile int *)kept; //~ ERROR stack-use-after-return
#endif
}
