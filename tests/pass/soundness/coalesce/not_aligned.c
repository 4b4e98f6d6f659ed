// Neighbours that are not where their type would have them end with the object.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct two {
  long first;
  long second;
};

static NOINLINE long both(struct two *two) {
  long sum = two->first;
  sum += two->second;
  return sum;
}

int main(void) {
  char *bytes = calloc(1, (unsigned long)hide(17));
  long sum = both((struct two *)hide_pointer(bytes + 1));
  free(bytes);
  return sum != 0;
}
