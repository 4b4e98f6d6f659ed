// Each call of the recursion passes on the next element.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void down(long *numbers, long turns) {
  *numbers = turns; //~ ERROR heap-buffer-overflow
  if (turns)
    down(numbers + 1, turns - 1);
}

int main(void) {
  long *numbers = hide_pointer(calloc(3, sizeof(long)));
  *numbers = 1;
#ifdef FIXED
  down(numbers, hide(2));
#else
  down(numbers, hide(3));
#endif
  return 0;
}
