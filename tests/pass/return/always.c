// The flag asks for the check whatever the option says; a static variable needs none.
//@ flags: -fsanitize-address-use-after-return=always
//@ options: detect_stack_use_after_return=0
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
