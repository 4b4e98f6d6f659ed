// A negative size reaches beyond the end of memory.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(malloc(64));
#ifdef FIXED
  memset(bytes, 0, (size_t)hide(64));
#else
  memset(bytes, 0, (size_t)hide(-1)); //~ ERROR negative-size-param
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
