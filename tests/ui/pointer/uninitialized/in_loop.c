// A variable of a loop is new in each round.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in variable 'place' of main
#include "hide.h"

int main(void) {
  int numbers[4] = {0};
  for (int i = 0; i < 4; i++) {
    int *place;
#ifdef FIXED
    place = &numbers[0];
#endif
    if (hide(i) == 0)
      place = &numbers[i];
    *place = i; //~ ERROR uninitialized-pointer
  }
  return numbers[0] == 77;
}
