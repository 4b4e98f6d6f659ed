// Between two equal accesses the variable's block ends.
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
  }
  *pointer = before + 1; //~ ERROR stack-use-after-scope
  return before;
}
