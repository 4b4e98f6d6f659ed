// Two functions that call each other pass on what they have accessed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static void odd(long *a, long *b, long turns);

static NOINLINE void even(long *a, long *b, long turns) {
  a[1] = turns;
  if (turns)
    odd(a, b, turns - 1);
}

static NOINLINE void odd(long *a, long *b, long turns) {
  a[1] = turns;
  if (turns)
    even(a, a, turns - 1);
}

int main(void) {
  long *a = hide_pointer(calloc(2, sizeof(long)));
  long *b = hide_pointer(calloc(hide(1), sizeof(long)));
  a[1] = 1;
  even(a, b, hide(4));
  return 0;
}
