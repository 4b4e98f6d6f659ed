// The narrow check dominates the wide access.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long both(char *first, long wide) {
  long sum = *first;
  if (wide)
    sum += *(long *)first;
  return sum;
}

int main(void) {
  char *block = hide_pointer(calloc(8, 1));
  long sum = both(block, hide(0)) + both(block, hide(1));
  free(block);
  return sum;
}
