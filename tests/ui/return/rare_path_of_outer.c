// A variable of the whole function that only one path needs, and keeps.
#include "hide.h"

static int *kept;

static NOINLINE void keep(int *place) { kept = place; }

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
  return sum + *(volatile int *)kept; //~ ERROR stack-use-after-return
}
