// Writes a block after it was freed.
//@ contains: WRITE of size 1
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(malloc(100));
  bytes[0] = 1;
  free(bytes);
  ((volatile char *)bytes)[99] = 1; //~ ERROR heap-use-after-free
  return 0;
}
