// A variable-length array of a loop is overrun in a late iteration.
#include "hide.h"

int main(void) {
  for (long size = 1; size <= 50; size++) {
    char bytes[size];
    touch(bytes);
#ifdef FIXED
    bytes[size - 1] = 1;
#else
    bytes[size - (size < 40)] = 1; //~ ERROR dynamic-stack-buffer-overflow
#endif
    touch(bytes);
  }
  return 0;
}
