// A memcpy of constant size.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char from[8] = {0};
  touch(from);
  char *to = hide_pointer(malloc(8));
  memcpy(to, from, 8);
  touch(to);
  free(to);
  return 0;
}
