// Up to the end of a block that is mapped on its own.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = malloc(3000001);
  bytes[0] = 1;
  bytes = hide_pointer(bytes);
  bytes[hide(3000000)] = 1;
  touch(bytes);
  free(bytes);
  return 0;
}
