// A static variable of a function.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

NOINLINE static int next(int at) {
  static struct {
    int ring[8];
    int head;
  } queue;
  queue.ring[at] = 1; //~ ERROR sub-object-overflow
  return queue.head;
}

int main(void) {
#ifdef FIXED
  return next(7);
#else
  return next(8);
#endif
}
