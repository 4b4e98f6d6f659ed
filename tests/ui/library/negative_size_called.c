// The same in a call.
//@ flags: -fno-builtin
//@ contains: (size=-2)
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(1, 64));
#ifdef FIXED
  memmove(bytes, bytes + 1, (size_t)hide(2));
#else
  memmove(bytes, bytes + 1, (size_t)hide(-2)); //~ ERROR negative-size-param
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
