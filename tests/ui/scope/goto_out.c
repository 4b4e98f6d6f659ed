// A goto leaves the scope of the variable.
#include "hide.h"

int main(void) {
  long *pointer;
  {
    long inner = 0;
    pointer = hide_pointer(&inner);
    if (hide(1))
      goto out;
    touch(&inner);
#ifdef FIXED
  out:
    return *(volatile long *)pointer;
#endif
  }
#ifndef FIXED
out:
  return *(volatile long *)pointer; //~ ERROR stack-use-after-scope
#endif
}
