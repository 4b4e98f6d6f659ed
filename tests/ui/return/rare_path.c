// A variable that only one path needs, and keeps; its memory is asked for there.
#include "hide.h"

static int *kept;

static NOINLINE void keep(int *place) { kept = place; }

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
  return sum + *(volatile int *)kept; //~ ERROR stack-use-after-return
}
