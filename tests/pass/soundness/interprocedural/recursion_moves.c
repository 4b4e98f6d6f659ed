// Each call of the recursion passes on the next element, as long as there is one.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void down(long *numbers, long turns) {
  *numbers = turns;
  if (turns)
    down(numbers + 1, turns - 1);
}

int main(void) {
  long *numbers = hide_pointer(calloc(3, sizeof(long)));
  *numbers = 1;
  down(numbers, hide(2));
  return 0;
}
