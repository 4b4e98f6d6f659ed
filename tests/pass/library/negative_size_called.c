// The same in a call.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(1, 64));
  memmove(bytes, bytes + 1, (size_t)hide(2));
  touch(bytes);
  free(bytes);
  return 0;
}
