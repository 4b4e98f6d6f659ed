// The option switches the check for use after return off.
//@ options: detect_stack_use_after_return=0
#include "hide.h"

static int *kept;

static NOINLINE void keep(int value) {
  int local = value;
  kept = &local;
}

int main(void) {
  keep((int)hide(4));
  return *(volatile int *)kept == 1234567;
}
