// A constant offset, all inside.
//@ levels: O2
#include "hide.h"

int main(void) {
  _Alignas(8) char bytes[16] = {0};
  touch(bytes);
  return *(volatile long *)(bytes + 8) != 0;
}
