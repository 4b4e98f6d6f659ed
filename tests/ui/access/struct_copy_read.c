// Copies a structure from a chunk that is one byte short.
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
#ifdef FIXED
  struct block *from = hide_pointer(calloc(1, N));
#else
  struct block *from = hide_pointer(calloc(1, N - 1));
#endif
  local = *from; //~ ERROR heap-buffer-overflow
  touch(&local);
  free(from);
  return 0;
}
