// LLVM reads both places of a choice, and one is out of scope.
//@ levels: O2
//@ kills-mutants: speculated/scope-open
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
  chosen = leave ? &own.second : chosen, result = *chosen;
  own.second = hide(0);
  return result + own.second;
}

int main(void) { return at(hide(1)) == 77; }
