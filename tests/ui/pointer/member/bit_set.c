// A bit set of words in a structure: the word of the first bit behind it.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct set {
  unsigned long words[2];
  unsigned long count;
};

NOINLINE static void add(struct set *set, unsigned bit) {
  set->words[bit / 64] |= 1ul << bit % 64; //~ ERROR sub-object-overflow
}

int main(void) {
  struct set set = {0};
#ifdef FIXED
  add(&set, 127);
#else
  add(&set, 128);
#endif
  return (int)set.count;
}
