// A constant offset whose first byte is inside, the last one not.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
//@ contains: READ of size 8
#include "hide.h"

int main(void) {
#ifdef FIXED
  _Alignas(8) char bytes[16] = {0};
#else
  _Alignas(8) char bytes[12] = {0};
#endif
  touch(bytes);
  return *(volatile long *)(bytes + 8) != 0; //~ ERROR stack-buffer-overflow
}
