// Before a variable-length array.
#include "hide.h"

int main(void) {
  long count = hide(10);
  char bytes[count];
  touch(bytes);
  bytes[hide(-1)] = 1; //~ ERROR dynamic-stack-buffer-overflow
  touch(bytes);
  return 0;
}
