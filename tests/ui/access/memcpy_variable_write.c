// A memcpy of variable size writes too far.
//@ contains: WRITE of size 101
#include "hide.h"
#include <string.h>

static char from[200];

int main(void) {
#ifdef FIXED
  char to[101];
#else
  char to[100];
#endif
  memcpy(to, from, hide(101)); //~ ERROR stack-buffer-overflow
  touch(to);
  return 0;
}
