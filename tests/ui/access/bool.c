// A _Bool outside.
//@ contains: WRITE of size 1
#include "hide.h"
#include <stdbool.h>

static bool seen[11];

int main(void) {
  bool *flags = hide_pointer(seen);
#ifdef FIXED
  flags[hide(10)] = true;
#else
  flags[hide(11)] = true; //~ ERROR global-buffer-overflow
#endif
  touch(seen);
  return 0;
}
