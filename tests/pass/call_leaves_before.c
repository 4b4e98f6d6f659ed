// The call before the bad access does not come back.
#include "hide.h"
#include <stdlib.h>

static NOINLINE void leave(void) { exit(hide(0)); }

int main(void) {
  int *numbers = malloc(4 * sizeof *numbers);
  touch(numbers);
  int first = numbers[0] & 0;
  leave();
  numbers[hide(4)] = first;
  return 1;
}
