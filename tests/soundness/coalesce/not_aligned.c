// Neighbours are not where their type would have them, and the last one goes on into one granule more.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct two {
  long first;
  long second;
};

static NOINLINE long both(struct two *two) {
  long sum = two->first;
  sum += two->second; //~ ERROR heap-buffer-overflow
  return sum;
}

int main(void) {
#ifdef FIXED
  char *bytes = calloc(1, (unsigned long)hide(17));
#else
  char *bytes = calloc(1, (unsigned long)hide(10));
#endif
  long sum = both((struct two *)hide_pointer(bytes + 1));
  free(bytes);
  return sum != 0;
}
