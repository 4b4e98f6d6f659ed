// A memcpy of variable size.
#include "hide.h"
#include <string.h>

static char from[200];

int main(void) {
  char to[101];
  memcpy(to, from, hide(101));
  touch(to);
  return 0;
}
