// The address of a static variable is stored and used after the function has returned.
#include "hide.h"

static int *kept;

static NOINLINE void keep(int value) {
  static int local;
  local = value;
  kept = &local;
}

int main(void) {
  keep((int)hide(4));
  return *(volatile int *)kept - 4;
}
