// One of two variables is read whose scope is over, where LLVM reads both.
//@ levels: O0 O1 O2 O3
//@ kills-mutants: speculated/side
//@ contains: 'inner'
#include "hide.h"

static NOINLINE int choose(int one, int two) {
  int own = 7, *chosen;
  touch(&own);
  {
    int inner = 1, other = 2;
    touch(&inner);
    touch(&other);
    chosen = one ? &inner : &other;
  }
  chosen = two ? chosen : &own;
  return *chosen; //~ ERROR stack-use-after-scope
}

#ifdef FIXED
int main(void) { return choose(hide(1), hide(0)) != 7; }
#else
int main(void) { return choose(hide(1), hide(1)); }
#endif
