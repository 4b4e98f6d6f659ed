// An index into a later member of a global structure.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

static struct {
  int count;
  char letters[4];
  char more[4];
} all;

int main(void) {
#ifdef FIXED
  all.letters[hide(3)] = 1;
#else
  all.letters[hide(6)] = 1; //~ ERROR sub-object-overflow
#endif
  return all.more[1];
}
