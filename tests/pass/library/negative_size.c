// A negative size reaches beyond the end of memory.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(malloc(64));
  memset(bytes, 0, (size_t)hide(64));
  touch(bytes);
  free(bytes);
  return 0;
}
