// Copies a structure to a chunk that is one byte short.
//@[bad] levels: O0 O2
//@[fixed] levels: O2
//@ defines: N=3 N=5 N=7 N=12 N=24 N=100 N=5000
#include "hide.h"
#include <stdlib.h>

struct block {
  char bytes[N];
};

int main(void) {
  struct block local;
  touch(&local);
#ifdef FIXED
  struct block *to = hide_pointer(malloc(N));
#else
  struct block *to = hide_pointer(malloc(N - 1));
#endif
  *to = local; //~ ERROR heap-buffer-overflow
  touch(to);
  free(to);
  return 0;
}
