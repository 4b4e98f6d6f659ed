// The address of a structure that was passed by value leads to one beside it.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"

struct point {
  long x, y, z;
};

NOINLINE static void move(struct point *point, long index) {
  point[index].y += 1; //~ ERROR cross-object-access
}

NOINLINE static long both(struct point one, struct point other) {
  long bytes = hide((char *)hide_pointer(&other) - (char *)hide_pointer(&one));
  move(&one, 0);
  move(&other, 0);
#ifdef FIXED
  bytes = 0;
#endif
  // The distance is one of frames, and no multiple of the structure's size everywhere.
  move((struct point *)((char *)&one + bytes), 0);
  return one.y && other.y ? 0 : 1;
}

int main(void) {
  struct point one = {1, 2, 3}, other = {4, 2, 6};
  return (int)both(one, other);
}
