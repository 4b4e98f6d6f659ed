// Neither of two choices reads a variable whose scope is over; LLVM reads it once for both.
//@ levels: O0 O1 O2 O3
#include "hide.h"

static NOINLINE int choose(int one, int two) {
  int own = 7, *first, *second;
  touch(&own);
  {
    int inner = 1;
    touch(&inner);
    first = one ? &inner : &own;
    second = two ? &inner : &own;
  }
  return *first + *second;
}

int main(void) { return choose(hide(0), hide(0)) == 77; }
