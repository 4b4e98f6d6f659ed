// Stores a returned structure.
#include "hide.h"
#include <stdlib.h>

struct large {
  long words[20];
};

static NOINLINE struct large make(long value) {
  struct large result = {{value}};
  touch(&result);
  return result;
}

int main(void) {
  struct large *to = hide_pointer(malloc(20 * sizeof(long)));
  *to = make(3);
  touch(to);
  free(to);
  return 0;
}
