// The address of a variable stays chosen whose scope is over.
//@ levels: O0 O1 O2 O3
//@ contains: 'inner'
#include "hide.h"

typedef struct {
  int first, second;
} pair;

static NOINLINE int choose(int leave) {
  pair own = {5, 7};
  int *chosen, result;
  {
    int inner = 6;
    chosen = &inner;
    touch(chosen);
    leave = hide(leave);
  }
#ifdef FIXED
  if (leave)
    chosen = &own.second;
  result = *chosen;
#else
  // What LLVM reads before the branch it gives the branch's line.
  // clang-format off
  if (leave) chosen = &own.second; result = *chosen; //~ ERROR stack-use-after-scope
  // clang-format on
#endif
  own.second = hide(0);
  return result + own.second;
}

#ifdef FIXED
int main(void) { return choose(hide(1)) != 7; }
#else
int main(void) { return choose(hide(0)); }
#endif
