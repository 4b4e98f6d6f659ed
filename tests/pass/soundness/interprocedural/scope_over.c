// The callee accesses a local in its scope.
//@ levels: O2
#include "hide.h"

static NOINLINE void put(long *number) {
  *number = 7;
}

static NOINLINE void both(long again) {
  long *number;
  {
    long local = hide(1);
    number = hide_pointer(&local);
    *number = 5;
    if (again)
      put(number);
    touch(&local);
  }
  touch(number);
}

int main(void) {
  both(hide(1));
  return 0;
}
