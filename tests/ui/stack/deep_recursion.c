// The overrun happens far down in a recursion.
#include "hide.h"
#include <stdio.h>

static NOINLINE int descend(int depth) {
  char bytes[10] = {0};
  touch(bytes);
  int below = depth > 0 ? descend(depth - 1) : 0;
#ifdef FIXED
  bytes[hide(9)] = below;
#else
  bytes[hide(depth == 0 ? 10 : 9)] = below; //~ ERROR stack-buffer-overflow
#endif
  touch(bytes);
  return below + bytes[0];
}

int main(void) {
  printf("%d\n", descend(500));
  return 0;
}
