// LLVM reads both places of a choice, and the one that is chosen is out of scope.
//@ levels: O2
//@[fixed] kills-mutants: speculated/scope-open
#include "hide.h"

typedef struct {
  int first, second;
} pair;

static NOINLINE int at(int leave) {
  pair own = {5, 7};
  int *chosen, result;
  {
    int inner = 6;
    chosen = &inner;
    touch(chosen);
    leave = hide(leave);
  }
  chosen = leave ? &own.second : chosen, result = *chosen; //~ ERROR stack-use-after-scope
  own.second = hide(0);
  return result + own.second;
}

#ifdef FIXED
int main(void) { return at(hide(1)) == 77; }
#else
int main(void) { return at(hide(0)) == 77; }
#endif
