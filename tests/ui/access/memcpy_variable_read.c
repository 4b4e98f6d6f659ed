// A memcpy of variable size reads too far.
//@ contains: READ of size 101
#include "hide.h"
#include <string.h>

#ifdef FIXED
static char from[101];
#else
static char from[100];
#endif

int main(void) {
  char to[200];
  memcpy(to, hide_pointer(from), hide(101)); //~ ERROR global-buffer-overflow
  touch(to);
  return 0;
}
