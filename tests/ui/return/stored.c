// The address of a local variable is stored and used after the function has returned.
//@ contains: at offset 32 in the frame of keep
//@ contains: 'local' (line 13) <== the access at offset 32 is inside of this variable
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
