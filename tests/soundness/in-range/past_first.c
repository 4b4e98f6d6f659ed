// What is not less may be equal.
//@ levels: O2
#include "hide.h"

int main(void) {
  volatile char bytes[8] = {0};
#ifdef FIXED
  long from = hide(9);
#else
  long from = hide(8);
#endif
  if (from < 8 || hide(0))
    return 1;
  if (from > 16 || hide(0))
    return 2;
  return bytes[16 - from]; //~ ERROR stack-buffer-overflow
}
