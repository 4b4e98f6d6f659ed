// The callee accesses a local whose scope is over when the caller passes it on again.
//@ levels: O2
#include "hide.h"

static NOINLINE void put(long *number) {
  *number = 7; //~ ERROR stack-use-after-scope
}

static NOINLINE void both(long again) {
  long *number;
  {
    long local = hide(1);
    number = hide_pointer(&local);
    *number = 5;
#ifdef FIXED
    if (again)
      put(number);
#endif
    touch(&local);
  }
#ifdef FIXED
  touch(number);
#else
  if (again)
    put(number);
#endif
}

int main(void) {
  both(hide(1));
  return 0;
}
