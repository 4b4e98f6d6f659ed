// An index that is in range in one call alone.
//@ levels: O2
//@ kills-mutants: parameters/interval-of-every-call
#include "hide.h"

static NOINLINE int at(unsigned long index) {
  volatile char bytes[8] = {0};
  return bytes[index]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(1) & 7) + at(hide(7) & 15); }
#else
int main(void) { return at(hide(1) & 7) + at(hide(8) & 15); }
#endif
