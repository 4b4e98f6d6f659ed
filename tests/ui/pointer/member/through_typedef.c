// An array type with a name of its own.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

typedef double vector[3];

struct body {
  vector position;
  vector speed;
  double mass;
};

NOINLINE static void move(struct body *body, int axis) {
  body->position[axis] += 1; //~ ERROR sub-object-overflow
}

int main(void) {
  static struct body body;
#ifdef FIXED
  move(&body, 2);
#else
  move(&body, 3);
#endif
  return (int)body.mass;
}
