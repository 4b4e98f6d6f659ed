// The flag leaves the check for use after return out.
//@ flags: -fsanitize-address-use-after-return=never
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
