// An index into the first member of a global structure, which has the address of the whole.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: member 'letters'
#include "hide.h"

static struct {
  char letters[4];
  char more[4];
} all;

int main(void) {
#ifdef FIXED
  all.letters[hide(3)] = 1;
#else
  all.letters[hide(4)] = 1; //~ ERROR sub-object-overflow
#endif
  return all.more[1];
}
