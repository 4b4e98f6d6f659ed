// A negative index of 32 bits.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct window {
  long before;
  unsigned char bytes[256];
  long after;
};

NOINLINE static int get(struct window *window, signed char at) {
  return window->bytes[at]; //~ ERROR sub-object-overflow
}

int main(void) {
  static struct window window;
#ifdef FIXED
  return get(&window, 100);
#else
  return get(&window, -3);
#endif
}
