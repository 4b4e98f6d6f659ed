// The array of a structure that a function has returned a pointer to.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct state {
  unsigned words[4];
  unsigned carry;
};

static struct state state;

NOINLINE static struct state *current(void) { return &state; }

int main(void) {
#ifdef FIXED
  return (int)current()->words[hide(3)];
#else
  return (int)current()->words[hide(4)]; //~ ERROR sub-object-overflow
#endif
}
