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
  // What LLVM reads before the branch it gives the branch's line.
  // clang-format off
  if (leave) chosen = &own.second; result = *chosen; //~ ERROR stack-use-after-scope
  // clang-format on
  own.second = hide(0);
  return result + own.second;
}

int main(void) { return choose(hide(0)); }
