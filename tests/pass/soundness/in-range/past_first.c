// More than the least.
//@ levels: O2
#include "hide.h"

int main(void) {
  volatile char bytes[8] = {0};
  long from = hide(9);
  if (from < 8 || hide(0))
    return 1;
  if (from > 16 || hide(0))
    return 2;
  return bytes[16 - from];
}
