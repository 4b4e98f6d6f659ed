// The loop's own variable is used after the loop.
#include "hide.h"

int main(void) {
  long *pointer = 0;
  for (long i = hide(0); i < 3; i++) {
    pointer = hide_pointer(&i);
#ifdef FIXED
    *(volatile long *)pointer = i;
#endif
  }
#ifndef FIXED
  *(volatile long *)pointer = 5; //~ ERROR stack-use-after-scope
#endif
  return 0;
}
