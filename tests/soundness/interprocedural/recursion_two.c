// Of two functions that call each other, one passes on what it has not accessed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static void odd(long *a, long *b, long turns);

static NOINLINE void even(long *a, long *b, long turns) {
  a[1] = turns; //~ ERROR heap-buffer-overflow
  if (turns)
    odd(a, b, turns - 1);
}

static NOINLINE void odd(long *a, long *b, long turns) {
  a[1] = turns;
  if (turns)
#ifdef FIXED
    even(a, a, turns - 1);
#else
    even(b, a, turns - 1);
#endif
}

int main(void) {
  long *a = hide_pointer(calloc(2, sizeof(long)));
  long *b = hide_pointer(calloc(hide(1), sizeof(long)));
  a[1] = 1;
  even(a, b, hide(4));
  return 0;
}
