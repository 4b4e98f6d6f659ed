// A memmove within its block.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(50, 1));
  memmove(bytes + 10, bytes - hide(0), hide(20));
  touch(bytes);
  free(bytes);
  return 0;
}
