// Between two equal accesses the variable's scope ends.
//@ levels: O2
//@ kills-mutants: redundant/scope-ends redundant/scope-exposed
#include "hide.h"

int main(void) {
  int *pointer;
  int before;
  {
    int inner[3] = {0};
    touch(inner);
    pointer = hide_pointer(inner);
    before = *pointer;
#ifdef FIXED
    *pointer = before + 1;
#endif
  }
#ifndef FIXED
  *pointer = before + 1; //~ ERROR stack-use-after-scope
#endif
  return before;
}
