// One byte more than there are between two pointers.
//@ levels: O2
//@ contains: bytes'
#include "hide.h"
#include <string.h>

static NOINLINE int clear(long from) {
  static char bytes[16];
  char *p = bytes + (from & 7);
  char *end = bytes + 16;
#ifdef FIXED
  memset(p, 0, (size_t)(end - p));
#else
  memset(p, 0, (size_t)(end - p) + 1); //~ ERROR global-buffer-overflow
#endif
  return ++bytes[from & 7];
}

int main(void) { return clear(hide(3)) != 1; }
