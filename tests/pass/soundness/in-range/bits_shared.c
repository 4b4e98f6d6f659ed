// None of the bits is in both numbers.
//@ levels: O2
#include "hide.h"

int main(void) {
  volatile char bytes[8] = {0};
  unsigned long bits = hide(4);
  if (bits < 4 || hide(0))
    return 1;
  if (bits > 11 || hide(0))
    return 2;
  return bytes[(long)(bits | 8) - 12];
}
