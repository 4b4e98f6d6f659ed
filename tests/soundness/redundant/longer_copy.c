// The second copy is longer than the first.
//@ levels: O2
//@ kills-mutants: redundant/same-length
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE void twice(char *to, const char *from, long few, long more) {
  memset(to, 1, few);
  memcpy(to, from, more); //~ ERROR heap-buffer-overflow
}

int main(void) {
  char from[16] = {0};
  touch(from);
#ifdef FIXED
  twice(hide_pointer(malloc(9)), from, hide(8), hide(9));
#else
  twice(hide_pointer(malloc(8)), from, hide(8), hide(9));
#endif
  return 0;
}
