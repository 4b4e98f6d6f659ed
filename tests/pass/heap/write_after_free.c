// Writes a new block.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(malloc(100));
  bytes[0] = 1;
  free(bytes);
  bytes = hide_pointer(malloc(100));
  ((volatile char *)bytes)[99] = 1;
  free(bytes);
  return 0;
}
