// A negative size becomes a huge one.
//@ asan: any it calls a size that was negative an error of its own kind
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(malloc(64));
  memset(bytes, 0, (size_t)hide(-1)); //~ ERROR heap-buffer-overflow
  touch(bytes);
  free(bytes);
  return 0;
}
