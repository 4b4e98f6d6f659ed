// A variable that only one path needs, and keeps; its memory is asked for there.
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
  if (value < 0) {
    int local = value;
    keep(&local);
    return local;
  }
  if (value > 10)
    return 10;
  return value;
}

int main(void) {
  int sum = 0;
  for (int i = -1; i < 20; i++)
    sum += look((int)hide(i));
#ifdef FIXED
  return sum != 144;
#else
  return sum + *(volatile int *)kept; //~ ERROR stack-use-after-return
#endif
}
