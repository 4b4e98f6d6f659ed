// A loop that counts down does not stop at the first element.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

static NOINLINE long sum(const short *numbers, long last) {
  long total = 0;
#ifdef FIXED
  for (long i = last; i >= 0; i--)
#else
  for (long i = last; i >= -1; i--)
#endif
    total += numbers[i]; //~ ERROR heap-buffer-overflow
  return total;
}

int main(void) {
  short *numbers = calloc(20, sizeof *numbers);
  touch(numbers);
  printf("%ld\n", sum(numbers, hide(19)));
  free(numbers);
  return 0;
}
