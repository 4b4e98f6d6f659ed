// A memcpy of variable size.
#include "hide.h"
#include <string.h>

static char from[101];

int main(void) {
  char to[200];
  memcpy(to, hide_pointer(from), hide(101));
  touch(to);
  return 0;
}
