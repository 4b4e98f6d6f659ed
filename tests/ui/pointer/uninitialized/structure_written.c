// A structure is copied to where a pointer should lead that was never set.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in variable 'to' of main
#include "hide.h"

struct large {
  long words[20];
};

int main(void) {
  static struct large one, two;
  struct large *to;
#ifdef FIXED
  to = &two;
#else
  if (hide(1) == 2)
    to = &two;
#endif
  *to = one; //~ ERROR uninitialized-pointer
  return two.words[3] != 0;
}
