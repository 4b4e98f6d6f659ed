// A byte without a sign bit.
//@ levels: O2
#include "hide.h"

int main(void) {
  volatile char bytes[256] = {0};
  volatile signed char small = hide(127);
  return bytes[small];
}
