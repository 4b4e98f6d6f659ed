// The recursion frees when it ends what each call has accessed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void down(long *number, long turns) {
  *number = turns;
  if (turns)
    down(number, turns - 1);
  else
    free(number);
}

int main(void) {
  long *number = hide_pointer(calloc(1, sizeof(long)));
  *number = 1;
  down(number, hide(3));
  return 0;
}
