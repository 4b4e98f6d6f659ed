// The same with a smaller byte.
//@ levels: O2
#include "hide.h"

int main(void) {
  volatile char bytes[256] = {0};
  volatile unsigned char small = hide(127);
  return bytes[small + 128];
}
