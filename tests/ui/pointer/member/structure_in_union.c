// An array in a structure that is one of the views of a union.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

union view {
  struct {
    char low[4];
    char high[4];
  } halves;
  char all[8];
};

NOINLINE static char get(union view *view, int at) {
#ifdef FIXED
  return view->all[at];
#else
  return view->halves.low[at]; //~ ERROR sub-object-overflow
#endif
}

int main(void) {
  union view view = {0};
  return get(&view, 4);
}
