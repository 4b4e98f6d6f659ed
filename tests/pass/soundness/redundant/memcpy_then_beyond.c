// A memcpy has checked 16 bytes, the access follows them.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE int copy(char *to, const char *from) {
  memcpy(to, from, 16);
  touch(to);
  return to[16];
}

int main(void) {
  char from[16] = {0};
  touch(from);
  char *to = hide_pointer(calloc(17, 1));
  int last = copy(to, from);
  free(to);
  return last;
}
