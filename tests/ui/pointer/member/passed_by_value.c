// A structure that is passed by value.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct parts {
  long left[4];
  long right[4];
};

NOINLINE static long get(struct parts parts, int at) {
  return parts.left[at]; //~ ERROR sub-object-overflow
}

int main(void) {
  struct parts parts = {0};
#ifdef FIXED
  return (int)get(parts, 3);
#else
  return (int)get(parts, 4);
#endif
}
