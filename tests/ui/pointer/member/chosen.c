// One of two arrays is chosen.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct both {
  unsigned char narrow[36];
  unsigned char wide[20];
  int end;
};

NOINLINE static int get(struct both *both, int is_wide, long at) {
  unsigned char *array = is_wide ? both->wide : both->narrow;
  return array[at]; //~ ERROR sub-object-overflow
}

int main(void) {
  struct both both = {{1}, {2}, 3};
  touch(&both);
  int found = get(&both, hide(1), 19);
#ifdef FIXED
  found += get(&both, hide(0), 35);
#else
  found += get(&both, hide(0), 36);
#endif
  return found == 99;
}
