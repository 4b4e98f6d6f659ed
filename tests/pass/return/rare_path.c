// The variable of the rare path is used as long as it lives.
#include "hide.h"

static int *kept;
static int seen;

static NOINLINE void keep(int *place) {
  kept = place;
  seen = *(volatile int *)kept;
}

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
  return sum != 144;
}
