// An index far beyond an array lands in a later member of a large structure.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdlib.h>

struct arena {
  char first[16];
  char middle[4000];
  char last[16];
};

NOINLINE static char get(struct arena *arena, long at) {
  return arena->first[at]; //~ ERROR sub-object-overflow
}

int main(void) {
  struct arena *arena = calloc(1, sizeof *arena);
#ifdef FIXED
  char found = get(arena, 15);
#else
  char found = get(arena, 4020);
#endif
  free(arena);
  return found;
}
