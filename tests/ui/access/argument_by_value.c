// Passes by value what lies partly outside.
#include "hide.h"
#include <stdlib.h>

struct large {
  long words[20];
};

static NOINLINE long last(struct large argument) {
  touch(&argument);
  return argument.words[19];
}

int main(void) {
#ifdef FIXED
  struct large *from = hide_pointer(calloc(20, sizeof(long)));
#else
  struct large *from = hide_pointer(calloc(19, sizeof(long)));
#endif
  long result = last(*from); //~ ERROR heap-buffer-overflow
  free(from);
  return result != 0;
}
