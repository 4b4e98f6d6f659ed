// A pointer outlives the block of its variable.
//@ contains: 'inner'
#include "hide.h"

int main(void) {
  int *pointer;
  {
    int inner = 4;
    pointer = hide_pointer(&inner);
  }
  *(volatile int *)pointer = 5; //~ ERROR stack-use-after-scope
  return 0;
}
