// A loop that becomes a memset writes too far.
#include "hide.h"
#include <stdlib.h>

static NOINLINE void clear(int *numbers, long count) {
  for (long i = 0; i < count; i++)
    numbers[i] = 0; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *numbers = malloc(33 * sizeof *numbers);
#ifdef FIXED
  clear(numbers, hide(33));
#else
  clear(numbers, hide(40));
#endif
  touch(numbers);
  free(numbers);
  return 0;
}
