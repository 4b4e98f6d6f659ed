// A member of an element behind an array of structures, which is a member itself.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: member 'shape.points'
#include "hide.h"

struct point {
  int x, y;
};

struct shape {
  struct point points[3];
  struct point centre;
};

NOINLINE static int y_of(struct shape *shape, int point) {
  return shape->points[point].y; //~ ERROR sub-object-overflow
}

int main(void) {
  struct shape shape = {0};
#ifdef FIXED
  return y_of(&shape, 2);
#else
  return y_of(&shape, 3);
#endif
}
