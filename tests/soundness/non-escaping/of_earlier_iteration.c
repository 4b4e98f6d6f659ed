// The chunk of an earlier iteration was freed, that of this iteration was not.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  volatile int *first = NULL;
#else
  volatile int *first = NULL, *last = NULL;
#endif
  int sum = 0;
  for (long i = 0; i < hide(3); i++) {
    volatile int *block = malloc(4 * sizeof *block);
    block[0] = 1;
    if (i == hide(0))
      first = block;
#ifdef FIXED
    if (i == hide(2))
      sum += first[0];
    if (block != first)
      free((void *)block);
#else
    if (i == hide(1))
      free((void *)first);
    if (i == hide(2))
      sum += first[0]; //~ ERROR heap-use-after-free
    last = block;
#endif
  }
#ifdef FIXED
  free((void *)first);
  return sum != 1;
#else
  return sum + last[0] == 77;
#endif
}
