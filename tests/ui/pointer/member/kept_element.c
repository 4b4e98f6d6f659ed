// A variable keeps the address of a structure behind an array of them.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct point {
  int x, y;
};

struct shape {
  struct point points[3];
  struct point centre;
  int colour;
};

NOINLINE static int y_of(struct shape *shape, int which) {
  struct point *point = &shape->points[which];
  return point->y; //~ ERROR sub-object-overflow
}

int main(void) {
  struct shape shape = {0};
#ifdef FIXED
  return y_of(&shape, 2);
#else
  return y_of(&shape, 3);
#endif
}
