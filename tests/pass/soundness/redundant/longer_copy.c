// The second copy is longer than the first, and there is room.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE void twice(char *to, const char *from, long few, long more) {
  memset(to, 1, few);
  memcpy(to, from, more);
}

int main(void) {
  char from[16] = {0};
  touch(from);
  twice(hide_pointer(malloc(9)), from, hide(8), hide(9));
  return 0;
}
