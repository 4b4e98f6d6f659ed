// A memset of constant size.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(malloc(64));
  memset(bytes, 0, 64);
  touch(bytes);
  free(bytes);
  return 0;
}
