// The structure behind an array of structures that is a member.
#include "hide.h"

struct point {
  int x, y;
};

struct shape {
  struct point points[3];
  struct point centre;
};

int main(void) {
  struct shape shape = {0};
#ifdef FIXED
  shape.points[hide(2)].y = 1;
#else
  shape.points[hide(3)].y = 1; //~ ERROR sub-object-overflow
#endif
  return shape.centre.x;
}
