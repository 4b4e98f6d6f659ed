// A pointer outlives the scope of its variable.
//@ contains: 'inner'
#include "hide.h"

int main(void) {
  int *pointer;
  {
    int inner = 4;
    pointer = hide_pointer(&inner);
#ifdef FIXED
    *(volatile int *)pointer = 5;
#endif
  }
#ifndef FIXED
  *(volatile int *)pointer = 5; //~ ERROR stack-use-after-scope
#endif
  return 0;
}
