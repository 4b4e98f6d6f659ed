// Copies a structure to a block that is one byte short.
//@ levels: O0 O2
//@ revisions: N=3 N=5 N=7 N=12 N=24 N=100 N=5000
#include "hide.h"
#include <stdlib.h>

struct block {
  char bytes[N];
};

int main(void) {
  struct block local;
  touch(&local);
  struct block *to = hide_pointer(malloc(N - 1));
  *to = local; //~ ERROR heap-buffer-overflow
  touch(to);
  free(to);
  return 0;
}
