// In each iteration, beyond a table whose contents LLVM knows.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): any LLVM may have deleted the access
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"

static const int table[4] = {0, 0, 0, 0};

int main(void) {
  int sum = 0;
  for (int i = 0; i < hide(3); i++)
#ifdef FIXED
    sum += table[3];
#else
    sum += table[4]; //~ ERROR global-buffer-overflow
#endif
  return sum & 0;
}
