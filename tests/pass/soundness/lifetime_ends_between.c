// Two equal accesses in the variable's block.
//@ levels: O2
#include "hide.h"

int main(void) {
  int *pointer;
  int sum;
  {
    int inner[3] = {0};
    touch(inner);
    pointer = hide_pointer(inner);
    sum = *(volatile int *)pointer;
    sum += *(volatile int *)pointer;
  }
  return sum;
}
