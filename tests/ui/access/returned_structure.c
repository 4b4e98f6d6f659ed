// Stores a returned structure to a chunk that is too short.
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
#ifdef FIXED
  struct large *to = hide_pointer(malloc(20 * sizeof(long)));
#else
  struct large *to = hide_pointer(malloc(19 * sizeof(long)));
#endif
  *to = make(3); //~ ERROR heap-buffer-overflow
  touch(to);
  free(to);
  return 0;
}
