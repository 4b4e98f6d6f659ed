// The index could be -1, but is not.
//@ levels: O2
#include "hide.h"

int main(void) {
  volatile char bytes[8] = {0};
  long index = hide(0);
  if (index < -1 || hide(0))
    return 1;
  if (index > 7 || hide(0))
    return 2;
  return bytes[index];
}
