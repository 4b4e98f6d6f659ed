// The flag asks for the check whatever the option says.
//@ flags: -fsanitize-address-use-after-return=always
//@ options: detect_stack_use_after_return=0
#include "hide.h"

static int *kept;

static NOINLINE void keep(int value) {
#ifdef FIXED
  static int local;
  local = value;
#else
  int local = value;
#endif
  kept = &local;
}

int main(void) {
  keep((int)hide(4));
  return *(volatile int *)kept - 4; //~ ERROR stack-use-after-return
}
