// A conjunction that fails says nothing of its parts.
//@ levels: O2
//@ kills-mutants: conditions/and-fails
#include "hide.h"

static NOINLINE int at(unsigned long a, unsigned long b) {
  volatile int numbers[8] = {1};
  if ((a < 8) & (b == 3))
    return 0;
  return numbers[a]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at(hide(3), hide(4)) == 77; }
#else
int main(void) { return at(hide(9), hide(4)) == 77; }
#endif
