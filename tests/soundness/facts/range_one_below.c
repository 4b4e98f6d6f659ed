// The index is at least -1.
//@ levels: O2
//@ kills-mutants: facts/one-sign facts/or-equal in-range/begins
#include "hide.h"

int main(void) {
  volatile char bytes[8] = {0};
#ifdef FIXED
  long index = hide(0);
#else
  long index = hide(-1);
#endif
  if (index < -1 || hide(0))
    return 1;
  if (index > 7 || hide(0))
    return 2;
  return bytes[index]; //~ ERROR stack-buffer-underflow
}
