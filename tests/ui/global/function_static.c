// Behind a static variable of a function.
#include "hide.h"
#include <stdio.h>

static NOINLINE int next(long index) {
  static char state[9];
  state[index]++; //~ ERROR global-buffer-overflow
  touch(state);
  return state[0];
}

int main(void) {
#ifdef FIXED
  printf("%d\n", next(hide(8)));
#else
  printf("%d\n", next(hide(9)));
#endif
  return 0;
}
