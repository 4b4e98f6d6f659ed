// The variable of the rare path is used as long as it lives.
#include "hide.h"

static int *kept;
static int seen;

static NOINLINE void keep(int *place) {
  kept = place;
  seen = *(volatile int *)kept;
}

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
  return sum != 145;
}
