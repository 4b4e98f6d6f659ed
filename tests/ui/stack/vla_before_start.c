// Before a variable-length array.
#include "hide.h"

int main(void) {
  long count = hide(10);
  char bytes[count];
  touch(bytes);
#ifdef FIXED
  bytes[hide(0)] = 1;
#else
  bytes[hide(-1)] = 1; //~ ERROR dynamic-stack-buffer-overflow
#endif
  touch(bytes);
  return 0;
}
