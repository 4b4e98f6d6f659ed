// The recursion frees on its way down what each call has accessed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void down(long *number, long turns) {
  *number = turns; //~ ERROR heap-use-after-free
#ifdef FIXED
  if (turns)
    down(number, turns - 1);
  else
    free(number);
#else
  if (turns == 1)
    free(number);
  if (turns)
    down(number, turns - 1);
#endif
}

int main(void) {
  long *number = hide_pointer(calloc(1, sizeof(long)));
  *number = 1;
  down(number, hide(3));
  return 0;
}
