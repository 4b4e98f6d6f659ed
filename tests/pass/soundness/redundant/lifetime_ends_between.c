// Two equal accesses in the variable's block.
//@ levels: O2
#include "hide.h"

int main(void) {
  int *pointer;
  int before;
  {
    int inner[3] = {0};
    touch(inner);
    pointer = hide_pointer(inner);
    before = *pointer;
    *pointer = before + 1;
  }
  return before;
}
