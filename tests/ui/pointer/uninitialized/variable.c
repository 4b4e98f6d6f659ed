// A pointer is read that is set on another path alone.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in variable 'chosen' of pick
#include "hide.h"

static int numbers[4] = {3, 4, 5, 6};

NOINLINE static int pick(int key) {
  int *chosen;
  switch (key) {
  case 1:
    chosen = &numbers[1];
    break;
  case 2:
    chosen = &numbers[2];
    break;
#ifdef FIXED
  default:
    chosen = &numbers[0];
#endif
  }
  return *chosen; //~ ERROR uninitialized-pointer
}

int main(void) { return pick((int)hide(7)) != 3; }
