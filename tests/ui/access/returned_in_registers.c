// Stores a structure that came back in registers.
#include "hide.h"
#include <stdlib.h>

struct pair {
  long long left;
  char right;
};

static NOINLINE struct pair make(long value) { return (struct pair){hide(value), 1}; }

int main(void) {
#ifdef FIXED
  struct pair *to = hide_pointer(malloc(16));
#else
  struct pair *to = hide_pointer(malloc(8));
#endif
  *to = make(3); //~ ERROR heap-buffer-overflow
  touch(to);
  free(to);
  return 0;
}
