// The pointer was copied with its structure, which is no error yet.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in the structure that make returns
#include "hide.h"

struct pair {
  int number;
  int *place;
};

NOINLINE static struct pair make(int number) {
  struct pair made;
  made.number = number;
#ifdef FIXED
  static int zero;
  made.place = &zero;
#endif
  return made;
}

int main(void) {
  struct pair pairs[2] = {make((int)hide(1)), make((int)hide(2))}, copy = pairs[1];
  return *copy.place != 0; //~ ERROR uninitialized-pointer
}
