// A local is read out of scope, and conditions decide whether the value is used: this load is no speculation of LLVM.
//@ levels: O0 O1 O2 O3
#include "hide.h"

struct parts {
  int first, second;
};

static NOINLINE int sum(int one, int two) {
  struct parts *kept;
  int result = 0, read;
  {
    struct parts inner = {1, 2};
    touch(&inner);
    kept = &inner;
#ifdef FIXED
    read = kept->first;
#endif
  }
#ifndef FIXED
  read = kept->first; //~ ERROR stack-use-after-scope
#endif
  if (one)
    result = read;
  return result + (two ? read : 3);
}

int main(void) { return sum(hide(0), hide(0)) == 77; }
