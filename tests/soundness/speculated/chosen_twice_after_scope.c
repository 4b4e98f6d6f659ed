// One of two choices reads a variable whose scope is over, which LLVM reads once for both.
//@ levels: O0 O1 O2 O3
//@ kills-mutants: speculated/every-use
//@ contains: 'inner'
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
  return *first + *second; //~ ERROR stack-use-after-scope
}

#ifdef FIXED
int main(void) { return choose(hide(0), hide(0)) == 77; }
#else
int main(void) { return choose(hide(0), hide(1)) == 77; }
#endif
