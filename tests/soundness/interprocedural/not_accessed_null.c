// The caller has accessed it only where it is not null.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void put(long *number) {
  *number = 7; //~ ERROR SEGV
}

static NOINLINE void both(long *number) {
  if (number)
    *number = 5;
#ifdef FIXED
  if (number)
#endif
  put(number);
}

int main(void) {
  both(hide_pointer(calloc(1, sizeof(long))));
  both(hide_pointer((void *)hide(0)));
  return 0;
}
