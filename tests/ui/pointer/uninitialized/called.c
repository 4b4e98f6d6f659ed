// A pointer to a function was never set.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in variable 'action' of main
#include "hide.h"

NOINLINE static int three(void) { return 3; }

int main(void) {
  int (*action)(void);
#ifdef FIXED
  action = three;
#else
  if (hide(1) == 2)
    action = three;
#endif
  return action() != 3; //~ ERROR uninitialized-pointer
}
