// A callee writes 8 bytes before the caller's array.
//@ only: hosted between two objects, a device's report names the first
//@ contains: WRITE of size 1
#include "hide.h"

static NOINLINE void put(char *to) {
  *to = 1; //~ ERROR stack-buffer-underflow
}

int main(void) {
  char bytes[40];
  touch(bytes);
#ifdef FIXED
  put(bytes + hide(16));
#else
  put(bytes + hide(-8));
#endif
  touch(bytes);
  return 0;
}
